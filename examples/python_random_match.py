"""A random mover against the bot `blind`, then against a thousand copies of it at once.

Needs the package: pip install "./crates/flagfall-py[envs]"
"""

import random

import numpy as np

import flagfall
from flagfall.vector import FlagfallVectorEnv

# One game: red moves at random, blue is a bot, which is shown blue's view and nothing else.
game = flagfall.Game.random(seed=1, rules="isf,barrage,max_plies=1000")
blue, chance = flagfall.Bot("blind", seed=1), random.Random(1)
while not game.is_over:
    game.play(chance.choice(game.legal_moves()) if game.to_move == "red" else blue.choose(game))
print(game.text("red"), game.result, sep="")

# Many games: random players, red in even and blue in odd games, against blind, until a thousand games are over.
env, rng, outcomes = FlagfallVectorEnv(256, "barrage", opponent="blind"), np.random.default_rng(1), np.zeros(4, dtype=int)
_, info = env.reset(seed=1)
while outcomes[1:].sum() < 1000:
    actions = (info["action_mask"] * rng.random(info["action_mask"].shape)).argmax(axis=1)
    _, _, _, _, info = env.step(actions)
    outcomes += np.bincount(info["outcome"], minlength=4)
print("random against blind: {} wins, {} draws, {} losses".format(*outcomes[1:]))

# A measured match between bots.
report = flagfall.play_match("blind", "blind", games=200, seed=7, rules="isf,barrage")
print(f"blind against itself: {report['score']:.3f}, Elo {report['elo_low']:.0f} to {report['elo_high']:.0f}")
