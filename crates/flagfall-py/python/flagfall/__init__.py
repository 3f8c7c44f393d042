"""Stratego at engine speed: batched environment, single games, bots by name, measured matches, setups.

`flagfall.pettingzoo_env` and `flagfall.vector` follow PettingZoo and Gymnasium, which they need; nothing else here does.
"""

from flagfall import observation
from flagfall._flagfall import (
    N_ACTIONS,
    NO_ACTION,
    OBS_BYTES,
    OBS_VERSION,
    BatchedEnv,
    Bot,
    BotPool,
    Game,
    Rules,
    Setup,
    bots,
    decode_action,
    encode_action,
    play_match,
    read_setups,
    write_setups,
)

# Rules under which games between weak players end in reasonable time: the default of the environments.
ENV_RULES = {
    "classic": "isf,max_plies=3000,max_quiet=100",
    "barrage": "isf,barrage,max_plies=1000,max_quiet=100",
}

__all__ = [
    "ENV_RULES",
    "NO_ACTION",
    "N_ACTIONS",
    "OBS_BYTES",
    "OBS_VERSION",
    "BatchedEnv",
    "Bot",
    "BotPool",
    "Game",
    "Rules",
    "Setup",
    "bots",
    "decode_action",
    "encode_action",
    "observation",
    "play_match",
    "read_setups",
    "write_setups",
]
