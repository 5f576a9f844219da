"""The rulebook of Battle Royale in our words: what `rules 3.3` shows, and what every refusal cites."""

from typing import Final

from beachhead.engine.show import read_rules

RULES: Final = read_rules("""
1 | The map
    The 25 cards of the deck are dealt face up, as a diamond of rows of 1 3 5 7 5 3 1 fields. Neighbours are the
    up to eight fields around one. The outer edge is the twelve fields along the border: d7, e6, f5, g4, f3, e2,
    d1, c2, b3, a4, b5, c6.
2 | Before play
    Everybody rolls a die, the highest is first, ties for it roll again. From the first player on each names
    its drink, and then each places itself on the outer edge.
3 | A turn
    A turn has actions and movements. Attacks on cards and players and a revival cost an action; cards may
    give movements, so that walking costs none.
3.1 | Moving
    To a neighbouring field, for a movement if there is one, else for an action. Players may share fields.
3.2 | Cards
    At most three cards are active, the rest is your reserve, face down. What you win becomes active in an
    empty slot, else it goes to the reserve. A cursed card becomes active at once: with three active, stow one.
3.3 | Attacking a card
    One under you, for an action. Three dice with your strike modifiers must reach the card's value; three of a
    kind always win. Otherwise you die, and lie down on a neighbouring field.
3.4 | Attacking a player
    One that is alive on your field, for an action. A throw is one die of each side with its throw modifiers; the
    higher takes it, a tie nobody. They throw until one side has won three, and one more for each shield of the
    other. The loser dies, lies down on a neighbouring field, and loses an active card to the winner. An
    attacker without any card throws two dice and keeps the lower.
3.5 | Reviving
    The dead can only revive: an action, and sips by the drink: spirits 1, mixed and wine 2, beer 3. A card with
    a free revival saves the action of the first one in a turn, not the sips. With no action left you wait for the
    next turn, and begin it dead.
3.6 | Before a turn
    With an empty slot you must equip cards from your reserve, until three are active or the reserve is empty.
    With three active you may swap one for a card of the reserve.
3.7 | What is shown
    The state of the player to move, the others with their active cards, the score of a duel, what has just
    happened, and in large what matters most.
3.8 | Powers
    Some cards have powers, which you may use or not: to fly to any other field, or to throw again after
    a failed attack on a card.
4 | The end
    With no card left on the map values are added, and the highest total wins. With one card left a lead of
    four cards wins; until then everybody alive must go to it by the shortest way and attack, and to beat one
    of several players there is enough. While only cards of 13 and 14 are left, they count 12.
phase | Not now
    Another kind of action is due.
B1 | Empty fields
    A field whose card has been won stays a field to stand on.
B2 | Where to begin
    Players may begin on the same field.
B3 | Two actions
    A turn has two actions and no movement, and what the active cards give; never fewer actions than one.
B4 | Nobody else there
    A card can be attacked only when no other living player is on its field.
B5 | The lead
    With one card left, a lead of four cards ends the game; otherwise it goes on until that card is won.
B6 | Twelve
    Thirteen and fourteen count 12 for the attack; in the totals the printed value counts.
B7 | The turn limit
    When turn 200 ends, all players' turns counted, totals decide; +turns:N sets another limit, 0 none.
B8 | The budget
    Actions and movements are fixed by the cards that are active when you first do something other than a
    swap. A card won or lost later changes dice and shields at once, the budget from the next turn on.
B9 | Equip, then swap
    A swap may also follow the equipping.
B10 | Curses are not for ever
    A cursed card can later be swapped like any other.
B11 | Hidden reserves
    Until the end others see how many cards your reserve has, not which ones.
B12 | Begun dead
    If you begin a turn dead, you must revive before ending it; if you die in your own turn, you may end it.
B13 | No waiting
    While one card is left, a turn cannot be ended as long as a move or an attack is possible.
B14 | Going out
    A seat that resigns or is taken out leaves with figure and cards, scores nothing and is behind all others;
    what it had a part in falls away. The last one in wins.
B15 | Once a turn
    A power serves once a turn and copy; one won this turn serves at once.
B16 | Ties
    Equal totals are decided by the most cards, then the fewest revivals; else the win is shared.
B17 | Rolling again
    Only those that tie for the highest roll again.
B18 | What the winner takes
    A black death, if one is active, else a card at random among the active ones.
B19 | Beaten where it lies
    For the last card a duel counts only on its field: a mover that leaves the field where it has won a duel
    has beaten nobody.
B20 | An emptied slot
    A slot that a lost duel empties is filled from the reserve before its owner's next turn, not sooner. A card
    won meanwhile takes it.
""")
