"""Bots by name, and matches."""

import json

import flagfall


def play(seeds, rules="isf,barrage,max_plies=400"):
    players = {side: flagfall.Bot("blind", seed) for side, seed in zip(("red", "blue"), seeds)}
    setups = []
    for side, bot in players.items():
        bot.begin(side, rules)
        setups.append(bot.setup())
    game = flagfall.Game(*setups, rules=rules)
    while not game.is_over:
        game.play(players[game.to_move].choose(game))
    return game


def test_bots_play_whole_games_that_their_seeds_repeat():
    assert play((1, 2)).to_json() == play((1, 2)).to_json() != play((1, 3)).to_json()


def test_a_bot_begins_a_new_game_by_itself():
    bot, fresh = flagfall.Bot("blind", 5), flagfall.Bot("blind", 5)
    first, second = flagfall.Game.random(1), flagfall.Game.random(2)
    for _ in range(3):
        first.play(bot.choose_action(first))
        first.play(first.legal_moves()[0])
    assert bot.choose(second) == fresh.choose(second)
    assert bot.explain() is None


def test_bots_are_listed():
    assert "blind" in [bot["name"] for bot in flagfall.bots()]


def test_a_match_reports_like_the_program(tmp_path):
    save = tmp_path / "games.jsonl"
    report = flagfall.play_match("blind", "blind", games=20, seed=7, rules="isf,barrage,max_plies=500", save=save)
    assert (report["games"], report["seed"]) == (20, 7)
    assert report["wins"] + report["draws"] + report["losses"] == 20 == sum(report["reasons"].values())
    assert sum(report["pentanomial"]) == 10 and report["players"][1]["name"] == "blind #2"
    again = flagfall.play_match("blind", "blind", games=20, seed=7, rules="isf,barrage,max_plies=500", jobs=2)
    times = {"players": None}
    assert again | times == report | times
    assert json.dumps(report)
    lines = save.read_text().splitlines()
    assert len([line for line in lines if flagfall.Game.from_json(line).is_over]) == 20


def test_a_match_can_be_given_setups():
    setups = [flagfall.Setup.random("barrage", seed) for seed in range(4)]
    report = flagfall.play_match("blind", "blind", 4, rules="isf,barrage,max_plies=100", setups=setups)
    assert report["games"] == 4
