"""Laws of Battle Royale, and the random games that they are checked on: any number of players, some of whom go out."""

from collections.abc import Iterator, Sequence
from random import Random

from beachhead.engine.game import Game
from beachhead.engine.record import write_record
from beachhead.engine.royale.actions import ATTACKS, Again, Fly
from beachhead.engine.royale.box import Box
from beachhead.engine.royale.fields import COUNT
from beachhead.engine.royale.state import NESTED, OUT, OVER, STOW, State
from beachhead.engine.timeline import Moment, Timeline
from beachhead.engine.values import CHANCE, FORFEITS, RESIGN, Action, Forfeit

MODES = ("standard", "standard+turns:60", "standard+turns:0")


def options(rng: Random) -> dict[str, str]:
    """Options of a new game, drawn at random."""
    players = rng.randint(2, 6)
    first = rng.choice(["roll", *(f"p{seat}" for seat in range(1, players + 1))])
    return {"players": str(players), "first": first}


def play(game: Game[State], rng: Random, mode: str, leaving: float) -> Iterator[Timeline[State]]:
    """A random game, moment by moment; at each, with some probability, somebody resigns or is taken out.

    Every kind of action that is legal is as likely as another, so that games get somewhere.
    """
    timeline = Timeline(game, Moment(game.start(mode, options(rng))[0]))
    yield timeline
    while (actor := game.actor(timeline.state)) is not None:
        state = timeline.state
        if rng.random() < leaving:
            timeline = leave(timeline, rng)
        elif actor == CHANCE:
            timeline = timeline.play(rng.choice(game.urn(state)), is_step=False)
        else:
            kinds: dict[str, list[Action]] = {}
            for action in sorted(game.legal(state), key=str):
                kinds.setdefault(action.kind, []).append(action)
            timeline = timeline.play(rng.choice(rng.choice(list(kinds.values()))))
        yield timeline


def leave(timeline: Timeline[State], rng: Random) -> Timeline[State]:
    """Whose decision it is resigns, or some seat is taken out."""
    game, state = timeline.game, timeline.state
    if game.actor(state) != CHANCE and rng.random() < 0.5:
        return timeline.play(RESIGN)
    return timeline.forfeit(game.seats(state)[rng.choice(state.seats_in())], rng.choice(FORFEITS))


def box_of(game: Game[State]) -> Box:
    """The box of a game's cards."""
    return game.start()[0].box


def well_formed(game: Game[State], state: State) -> list[Action]:
    """Every canonical action of a deck with the seats of a state, and powers that its cards do not have."""
    absent = ATTACKS[len(state.spots) :]
    found = [action for action in box_of(game).actions.by_text.values() if action not in absent]
    for card, id in enumerate(box_of(game).ids):
        found += [Again(card, id), *(Fly(card, id, field) for field in range(COUNT))]
    return found


def applies(game: Game[State], state: State) -> None:
    """Every listed action is allowed, is canonical, applies, and leaves the state that it was applied to as it was."""
    before = game.write(state)
    for action in game.legal(state):
        assert game.why_not(state, action) is None, (before, action)
        assert game.canonical(action.text) is action, (before, action)
        game.apply(state, action)
    assert game.write(state) == before


def cards_in_play(state: State) -> int:
    """The cards on the map, in the deck, held and waiting."""
    on_map = sum(card != -1 for card in state.map.cards)
    held = sum(hand.size + len(reserve) for hand, reserve in zip(state.hands, state.reserves, strict=True))
    return on_map + held + (state.phase == STOW)


def cards_add_up(before: State, action: Action | None, after: State) -> None:
    """Cards on the map, held, waiting and out of the game are always 25: none goes but with a seat that goes out."""
    gone = 0
    for seat, spot in enumerate(after.spots):
        if spot == OUT != before.spots[seat]:
            gone += before.hands[seat].size + len(before.reserves[seat])
            has_part = before.phase in NESTED and seat in (before.side, before.mover)
            gone += before.phase == STOW and has_part and not (after.phase == OVER and seat != before.side)
    assert cards_in_play(before) - gone == cards_in_play(after), (action, before.spots, after.spots)
    if OUT not in after.spots:
        assert cards_in_play(after) == COUNT


def sips_only_grow(before: State, after: State) -> None:
    """Nobody's sips become fewer, and nobody changes its drink."""
    for was, now in zip(before.sips, after.sips, strict=True):
        assert was <= now
    for drink, again in zip(before.drinks, after.drinks, strict=True):
        assert drink in (-1, again)


def replays(timeline: Timeline[State], game: Game[State]) -> None:
    """The record of a game, read line by line, leads through the same states and events."""
    moments = timeline.moments()
    newgame, *texts = write_record(timeline, game.setting(moments[0].state).options)
    _, name, mode, *words = newgame.split()
    assert (name, words.pop()) == ("royale", "dice=manual")
    state, events = game.start(mode, dict(word.split("=") for word in words))
    again = Timeline(game, Moment(state, events=events))
    assert again.state == moments[0].state
    for line, moment in zip(texts, moments[1:], strict=True):
        if isinstance(moment.action, Forfeit):
            _, seat, reason = line.split()
            again = again.forfeit(seat, reason)
        else:
            action = game.canonical(line)
            assert action is not None, line
            again = again.play(action)
        assert (again.state, again.now.told()) == (moment.state, moment.told()), line


def shuffled(game: Game[State], state: State, seat: int, rng: Random) -> State:
    """A state that looks the same to a seat: the others' reserves hold other cards, as many each."""
    others = [other for other in range(len(state.spots)) if other != seat]
    cards = [card for other in others for card in state.reserves[other]]
    rng.shuffle(cards)
    reserves = state.reserves.copy()
    for other in others:
        size = len(state.reserves[other])
        reserves[other], cards = tuple(sorted(cards[:size])), cards[size:]
    return game.read(game.write(state.with_reserves(reserves)))


def looks_the_same(game: Game[State], state: State, twin: State, seat: str, actions: Sequence[Action]) -> None:
    """Nothing that a seat may ask for tells two states apart that look the same to it."""
    assert game.view(state, seat) == game.view(twin, seat)
    actor = game.actor(state)
    assert actor == game.actor(twin)
    if actor in (seat, CHANCE):
        listed = sorted(game.legal(state), key=str)
        assert listed == sorted(game.legal(twin), key=str)
        describe = game.show.describe
        assert [describe(state, action) for action in listed] == [describe(twin, action) for action in listed]
        for action in actions:
            assert str(game.why_not(state, action)) == str(game.why_not(twin, action))
    scene = game.show.scene(state, seat=seat)
    assert scene == game.show.scene(twin, seat=seat)
    for width in (40, 80, 140):
        assert game.show.picture(scene, width=width)
