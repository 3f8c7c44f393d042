"""Single games, setups, rules, views."""

import copy
import json
import pickle
import random

import pytest

import flagfall

def play_out(game, seed, plies=10_000):
    rng = random.Random(seed)
    while not game.is_over and game.ply < plies:
        game.play(rng.choice(game.legal_moves()))
    return game


@pytest.mark.parametrize("rules", ["isf", "isf,barrage"])
def test_a_game_survives_json_pickle_and_copying(rules):
    game = play_out(flagfall.Game.random(3, rules), 3, 200)
    for other in (flagfall.Game.from_json(game.to_json()), pickle.loads(pickle.dumps(game)), copy.deepcopy(game)):
        assert other.to_json() == game.to_json()
        assert other.view("blue") == game.view("blue")
    assert json.loads(game.to_json("a", "b"))["names"] == {"red": "a", "blue": "b"}
    again = flagfall.Game(*game.setups, rules=game.rules)
    for event in game.history:
        assert again.play(event["move"]) == event


def test_a_random_game_is_repeated_by_its_seed():
    first, second, other = (flagfall.Game.random(seed) for seed in (5, 5, 6))
    assert first.setups == second.setups != other.setups


def test_legal_moves_actions_and_mask_are_the_same_thing():
    game = flagfall.Game.random(1, "isf,barrage,max_plies=200")
    rng = random.Random(1)
    while not game.is_over:
        moves, actions = game.legal_moves(), game.legal_actions()
        assert [flagfall.decode_action(a, game.to_move) for a in actions] == moves
        assert [flagfall.encode_action(m, game.to_move) for m in moves] == actions
        assert sorted(actions) == game.action_mask().nonzero()[0].tolist()
        waiting = "blue" if game.to_move == "red" else "red"
        assert not game.action_mask(waiting).any() and game.view(waiting)["legal_moves"] == []
        mask = flagfall.observation.legal_mask(game.observation())
        assert (mask == game.action_mask()).all()
        assert game.why_illegal(actions[0]) is None
        game.play(rng.choice(actions))
    assert game.legal_moves() == [] and game.result["outcome"] in ("red", "blue", "draw")


def test_a_game_ends_with_the_flag():
    cells = ["A"] * 100
    cells[0], cells[89], cells[9], cells[99] = "M", "E", "O", "Y"
    game = flagfall.Game.from_board("".join(cells))
    untouched = game.copy()
    event = game.play("J9-J10")
    assert event["move"] == "J9xJ10"
    assert event["battle"] == {
        "attacker": "miner", "defender": "flag", "defender_start": "J10", "outcome": "attacker-wins",
    }  # fmt: skip
    assert game.result == {"outcome": "red", "reason": "flag-captured"} and not untouched.is_over
    with pytest.raises(ValueError, match="the game is over"):
        game.play("A1-A2")
    untouched.resign("red")
    assert untouched.result == {"outcome": "blue", "reason": "resignation"}


def test_a_board_is_read_in_both_forms():
    game = flagfall.Game.random(4)
    game.play(game.legal_moves()[0])
    again = flagfall.Game.from_board(game.text())
    assert (again.to_move, again.ply, again.setups) == ("blue", 0, None)
    assert again.text() == game.text()
    assert flagfall.Game.from_board(game.text(), to_move="red").to_move == "red"


@pytest.mark.parametrize("viewer, enemy", [("red", "blue"), ("blue", "red")])
def test_a_view_has_no_hidden_rank(viewer, enemy):
    game = play_out(flagfall.Game.random(8), 8, 300)
    view = game.view(viewer)
    hidden = [piece for piece in view["pieces"] if piece["side"] == enemy and not piece["is_revealed"]]
    assert hidden and all(piece["rank"] is None for piece in hidden)
    assert all(piece["rank"] for piece in view["pieces"] if piece not in hidden)
    assert sum(view["hidden_counts"][enemy].values()) == len(hidden)
    # Hidden pieces that never moved change places: nothing that this side is given may change with them.
    unmoved = [piece["start"] for piece in hidden if not piece["has_moved"]]
    red, blue = game.setups
    before = (red if enemy == "red" else blue).pieces(enemy)
    ranks = [before[square] for square in unmoved]
    after = before | dict(zip(unmoved, ranks[1:] + ranks[:1]))
    assert after != before
    other = from_pieces({viewer: (red if viewer == "red" else blue).pieces(viewer), enemy: after})
    for event in game.history:
        other.play(event["move"])
    assert other.view(viewer) | {"history": []} == view | {"history": []}
    assert other.history == game.history
    assert other.text(viewer) == game.text(viewer) and other.text() != game.text()
    assert (other.observation(viewer) == game.observation(viewer)).all()
    bots = [flagfall.Bot("blind", seed=4) for _ in range(2)]
    if game.to_move == viewer:
        assert bots[0].choose(game) == bots[1].choose(other)


def from_pieces(pieces):
    """A game from the rank on each square, by side."""
    letters = dict(zip(["bomb", "spy", *flagfall.observation.RANKS[2:11], "flag"], "BCDEFGHIJKLM"))
    cells = ["A"] * 100
    for side, ranks in pieces.items():
        for square, rank in ranks.items():
            letter = letters[rank] if side == "red" else chr(ord(letters[rank]) + 12)
            cells[10 * (int(square[1:]) - 1) + ord(square[0]) - ord("A")] = letter
    return flagfall.Game.from_board("".join(cells))


def test_observations_open_into_fields():
    game = play_out(flagfall.Game.random(2), 2, 30)
    fields = flagfall.observation.decode(game.observation("red"))
    assert fields["plies"] == game.ply > 0 and fields["quiet"] == game.view("red")["quiet_plies"]
    own = [piece for piece in game.view("red")["pieces"] if piece["side"] == "red"]
    codes = fields["code"].reshape(10, 10)
    for piece in own:
        row, col = int(piece["square"][1:]) - 1, ord(piece["square"][0]) - ord("A")
        assert codes[row, col] == 2 + flagfall.observation.RANKS.index(piece["rank"])
    planes = flagfall.observation.planes(game.observation("red"))
    assert planes.shape == (flagfall.observation.N_PLANES, 10, 10)
    assert (planes[:27].sum(0) == 1).all() and planes[2:14].sum() == len(own)
    assert planes[29].sum() == planes[30].sum() == 1


def test_setups_in_all_forms(tmp_path):
    for variant in ("classic", "barrage"):
        setup = flagfall.Setup.random(variant, seed=9)
        for form in ("strados2", "front-row-first", "readable"):
            for side in ("red", "blue"):
                assert flagfall.Setup(setup.write(form, side), form) == setup
        assert setup.mirrored() != setup == setup.mirrored().mirrored()
        assert pickle.loads(pickle.dumps(setup)) == setup and len({setup, setup.mirrored()}) == 2
        flagfall.write_setups(tmp_path / "a.txt", [setup, str(setup.mirrored())])
        assert flagfall.read_setups(tmp_path / "a.txt") == [setup, setup.mirrored()]
        assert set(setup.pieces("blue")) <= {f"{c}{r}" for c in "ABCDEFGHIJ" for r in (7, 8, 9, 10)}


def test_rules_are_text_and_fields():
    rules = flagfall.Rules("isf2007,barrage,max_plies=50")
    assert (rules.variant, rules.two_squares, rules.more_squares) == ("barrage", 5, True)
    assert (rules.max_plies, rules.max_quiet) == (50, None)
    assert flagfall.Rules(str(rules)) == rules == pickle.loads(pickle.dumps(rules)) != flagfall.Rules()
    assert "isf" in flagfall.Rules.presets()


def test_errors_say_what_is_wrong():
    game = flagfall.Game.random(1)
    cases = [
        (lambda: flagfall.Setup("B" * 40), "40 bomb instead of"),
        (lambda: flagfall.Setup("B" * 39), "40 letters"),
        (lambda: flagfall.Setup.random("duel"), "unknown variant 'duel'"),
        (lambda: flagfall.Game("B" * 40, "B" * 40), "not a barrage army|not a classic army"),
        (lambda: flagfall.Game(*game.setups, rules="isf,barrage"), "classic army in a barrage game"),
        (lambda: flagfall.Rules("chess"), "unknown rules preset"),
        (lambda: game.play("A4-A9"), "A4|piece"),
        (lambda: game.play("nonsense"), "nonsense"),
        (lambda: game.play(0), "cannot|piece|action"),
        (lambda: game.play(9), "action 9 does not go"),
        (lambda: game.play(-1), "action -1 does not go"),
        (lambda: game.view("green"), "'green' is not a side"),
        (lambda: flagfall.Game.from_json("{}"), "line 1"),
        (lambda: flagfall.encode_action("A1-B2", "red"), "straight"),
        (lambda: flagfall.Bot("nobody"), "unknown bot 'nobody'"),
        (lambda: flagfall.play_match("blind", "blind", games=0), "at least one game"),
    ]
    for call, message in cases:
        with pytest.raises(ValueError, match=message):
            call()
    assert game.ply == 0
    with pytest.raises(TypeError, match="a move must be text"):
        game.play(None)
