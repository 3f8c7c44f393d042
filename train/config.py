"""Every tunable number, once. `--config name=value` overrides any of them."""

import json

DEFAULTS = {
    # Network.
    "kind": "conv",  # conv or encoder
    "width": 128,
    "blocks": 8,
    "heads": 8,
    # Games: `groups` of `group_games` each; one group is stepped while another is evaluated.
    "groups": 2,
    "group_games": 4096,
    "plies": 32,  # plies of every game in one iteration
    "graphs": False,  # evaluations as CUDA graphs, which cost the CPU less; what they gain is not measured
    "max_quiet": 100,  # draw after this many plies without attack
    "max_plies": 3000,  # draw after this many plies in all
    "guests": "",  # bots in the first games of each group, as in "64 invincible; 32 heuristic"
    "guest_setups": "own",  # own: guests make their setups, as in a match; pool: drawn like all others
    "guest_emphasis": 1.0,  # factor for |advantage| in games with guests when samples are selected
    "formers": "",  # earlier networks in the games behind those, as in "256 earlier.f16; 256 checkpoint/last.json"
    # Learning.
    "batch": 4096,
    "train_share": 0.25,  # the samples with the largest |advantage|
    "lr": 1e-3,
    "lr_warmup_steps": 250_000,
    "lr_hold_steps": 30_000_000,
    "lr_power": 0.8,
    "lr_min": 5e-6,
    "adam_beta1": 0.9,
    "adam_beta2": 0.99,
    "grad_norm": 0.5,
    "ema": 0.995,
    "clip": 0.2,
    "kl_data": 0.1,
    "magnet": 0.05,
    "magnet_power": 0.3,
    "magnet_unit_steps": 262_144,
    "magnet_min": 0.001,
    "magnet_max": 0.1,
    "value_weight": 1.0,
    "belief_weight": 0.1,
    "td_lambda": 0.8,
    "gae_lambda": 0.5,
    # Blocks of a critic that sees all and judges in place of the value; 0: none, as the one run from scratch that had one gained nothing
    # by it (RUNS.md, early run f): begin without, and give it to a run that goes on.
    "critic_blocks": 0,
    "critic_lr": 3e-4,  # its learning rate, always the same
    # A run that has stopped fighting is stopped: share of draws, attacks per 100 plies, and when to begin looking.
    "stop_draws": 0.6,
    "stop_attacks": 2.0,
    "stop_after_steps": 20_000_000,
    # Evaluation.
    "eval_first_steps": 16_000_000,
    "eval_every_steps": 64_000_000,
    "eval_games": 1024,
    "final_eval_games": 4096,  # 0 for none; rivals are played all the same
    "rival_games": 1024,
    "seed": 1,
}


def load(overrides, base=None):
    """The defaults (or `base`) with `name=value` overrides, each read as the type of the default."""
    cfg = dict(DEFAULTS, **(base or {}))
    if base is not None and "guest_setups" not in base:
        cfg["guest_setups"] = "pool"  # as it was before there was a choice
    for item in overrides:
        name, _, text = item.partition("=")
        if name not in DEFAULTS:
            raise SystemExit(f"unknown setting {name!r}; the settings are {', '.join(DEFAULTS)}")
        kind = type(DEFAULTS[name])
        try:
            cfg[name] = kind(text) if kind is str else kind(json.loads(text))
        except ValueError:
            raise SystemExit(f"setting {name}: {text!r} is not a {kind.__name__}") from None
    return cfg
