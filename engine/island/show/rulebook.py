"""The rulebook of the island in our words: what `rules 10` shows, and what every refusal cites."""

from typing import Final

from beachhead.engine.show import read_rules

RULES: Final = read_rules("""
1 | All units
    When you roll the die you must use all its units: a 3 moves a character three squares, or two and a
    quarter turn. Nothing leaves the island.
1a | Blocked
    If all your characters on the island are blocked, so that none can use all units of the die, the opponent
    removes one of them, of its own choosing, and your turn is over.
1b | Blocked on the pad
    If you have nobody on the island and can bring nobody on, the opponent removes one character from your
    pad, of its own choosing, and your turn is over.
2 | A zero
    A 0 always gives another roll, but first you choose one of three: bring on a reinforcement, move the pad,
    or turn a character.
2a | The nominated character
    The character that you brought on or turned after a 0 is the only one that may use the next roll. Another
    0 starts the three options over.
3 | Shooting
    In your turn you may shoot at anything on the island, before your move and after it, as often as you like,
    as long as it is an exact hit.
4 | Rescue
    If you have nobody on the island but some on the pad, you bring one on without a 0, and then roll as
    usual.
5 | Barricades
    A block that is not activated is a barricade: nothing is shot beyond it, and nobody moves through.
6 | Slots
    Characters leave the pad from the slots where they were placed, for the square in front of their slot.
7 | Safe on the pad
    Nobody on a pad can be hit.
8 | No fire from the pad
    Nobody on a pad can shoot.
9 | Turning
    You can change direction only with the last unit of the die. A 1 can only be moved.
10 | Crossfire
    Characters between the shooter and its target are removed too, whoever owns them.
11 | One a square
    Two characters cannot share a square.
12 | In your own turn
    You shoot, and activate blocks, with your own characters and in your own turn only.
13 | No need to shoot
    Shooting is never compulsory: you can wait for another turn.
14 | In the way
    You cannot pass over a character or a block that is in your way.
15 | Moving is a must
    If one of your characters can move, you must make a move. Landing on a block is a move.
setup | Set-up
    By turns: ten blocks, never two in one row or column; then five characters each on the first two rows,
    facing any way; then the other five on the pad, one a slot.
movement | Movement
    A character moves straight ahead, in the direction that it faces, and only so.
zero | The options of a 0
    Reinforce: a character steps from its slot to the square in front, which must be empty, facing forward.
    Pad: the next roll slides it that many columns west or east, its centre within a to l, and the turn ends.
    Turn: a character turns a quarter where it stands.
shooting | Range
    A character hits exactly the square at its range, straight ahead: a soldier 2, a jeep 3, a tank 4.
blocks | Obstacle blocks
    A block that is hit or landed on is turned over and leaves the island. A live one removes every character
    on the eight squares around it and activates the blocks there. It cannot be landed on with a turn.
phase | Not now
    Another kind of action is due.
R1 | Undersides
    Nobody knows which blocks are live, so the underside is decided when a block is turned over: live with
    probability live / (live + safe) over the blocks not yet revealed.
R2 | Where the pads start
    Each at the left hand of its owner: South's centre at c, North's at j.
R3 | Filling the pads
    The pads too are filled by turns, one character at a time.
R4 | Nobody to lose
    Who has no character on the island when it says `end` loses none. The rescue of rule 4 comes at the start of
    its next turn, never in the middle of one.
R5 | An open square
    The square in front of a reinforcement must be empty, also of a block.
R6 | The pad is always there
    The pad may be nominated after any 0, even an empty one.
R7 | Mover and shooters
    The nominated character is the only one that may move; all may shoot. If it cannot move, or is gone, `end`
    ends the turn, and rule 1a strikes only if none of your characters on the island could have moved.
R8 | Own targets
    A target may be of either side: the sheets say anything on the island.
R9 | Crossfire at a block
    At a block the crossfire counts only if it proves live.
R10 | Landing on a live block
    Who landed on a live block is removed with those around it.
R11 | Chains
    A block set off by a block, not by a character, reveals and strikes, but sets off no further block. The
    suffix +chain lets it.
R12 | The turn limit
    When turn 500 ends, both players' turns counted, the battle is a draw; +turns:N sets another limit, 0
    none.
R13 | Penalties are a must
    The sheets say that the opponent may remove a character in 1a and 1b; it must.
R14 | Rescue is a must
    The sheets say that a character can be brought on by rule 4; it must, if one can.
R15 | Short battles
    In `short`, the first to have lost five characters loses, by any cause, own fire too.
""")
