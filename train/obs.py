"""Expands packed observations into planes on the device.

Everything is elementwise arithmetic on fixed shapes, so a compiler fuses it into one kernel and nothing but packed bytes
ever crosses the bus.
"""

import torch

from layout import (
    ACTIONS_PER_SQUARE,
    BOMB,
    ENEMY_FIRST,
    ENEMY_HIDDEN,
    FLAG,
    KNOWN,
    MOVED,
    N_ACTIONS,
    N_CODES,
    N_CONTACTS,
    N_HISTORY,
    N_RANKS,
    N_SQUARES,
    OWN_FIRST,
    field,
)

# Per-square planes, in order; the exported network names them for the reader that builds them in Rust.
PLANES = [
    # One-hot of the code byte: empty, lake, own ranks, known enemy ranks, hidden enemy.
    ("code", N_CODES),
    ("own_moved", 1),
    ("enemy_moved", 1),
    ("own_known", 1),
    # Probability of each rank by counting: of own pieces as the enemy sees them, of enemy pieces; certain where known.
    ("own_prob", N_RANKS),
    ("enemy_prob", N_RANKS),
    # Start square. Rows tell the sides apart by themselves, columns do not.
    ("start_row", 10),
    ("own_start_col", 10),
    ("enemy_start_col", 10),
    ("own_threat", N_CONTACTS),
    ("enemy_threat", N_CONTACTS),
    ("own_evade", N_CONTACTS),
    ("enemy_evade", N_CONTACTS),
    ("own_stand", N_CONTACTS),
    ("enemy_stand", N_CONTACTS),
    # The last turns, latest first: here something left, arrived, fought.
    ("hist_from", N_HISTORY),
    ("hist_to", N_HISTORY),
    ("hist_battle", N_HISTORY),
]
# 264: matrix units want the depth in multiples of eight.
N_PLANES = sum(width for _, width in PLANES)
# Four tables of counts, the same as "any left" flags, and four clock features.
N_GLOBALS = 8 * N_RANKS + 4


def _range(first, end, device):
    # 32 bits: on the device, 64-bit comparisons cost twice as much and 8-bit shifts are not everywhere compiled alike.
    return torch.arange(first, end, device=device, dtype=torch.int32)


def _one_hot(x, first, n, dtype):
    return (x.unsqueeze(-1) == _range(first, first + n, x.device)).to(dtype)


def rank_prior(hidden_counts, hidden, moved):
    """Probability of each rank for each hidden piece when only counts and moved marks are used.

    `hidden_counts` [B, 12] are the hidden pieces by rank; `hidden` and `moved` [B, 100] say which squares hold a hidden piece
    and which of those moved. Returns [B, 100, 12], zero where nothing is hidden. All hidden bombs and flags are among the
    unmoved, so the marginals under "every assignment that fits is equally likely" have this closed form.
    """
    counts = hidden_counts.float()
    unmoved = hidden & ~moved
    n_unmoved = unmoved.sum(-1, keepdim=True).float().clamp_min(1)
    rank = torch.arange(N_RANKS, device=counts.device)
    mobile = (rank != FLAG) & (rank != BOMB)
    movable = counts * mobile
    if_moved = movable / movable.sum(-1, keepdim=True).clamp_min(1)
    fixed = counts * ~mobile / n_unmoved
    if_unmoved = fixed + if_moved * (1 - fixed.sum(-1, keepdim=True)).clamp_min(0)
    if_moved, if_unmoved = if_moved.unsqueeze(1), if_unmoved.unsqueeze(1)
    return if_moved * (hidden & moved).unsqueeze(-1) + if_unmoved * unmoved.unsqueeze(-1)


def enemy_prior(obs):
    """`rank_prior` of the hidden enemy pieces, and the squares that hold one."""
    hidden = field(obs, "code") == ENEMY_HIDDEN
    moved = (field(obs, "flags") & MOVED) != 0
    return rank_prior(field(obs, "hidden_enemy"), hidden, moved), hidden


def planes(obs, dtype):
    """Per-square planes [B, 100, N_PLANES] of packed observations [B, OBS_BYTES]."""
    code, flags, start = (field(obs, name).int() for name in ("code", "flags", "start"))
    own = (code >= OWN_FIRST) & (code < ENEMY_FIRST)
    enemy = code >= ENEMY_FIRST
    moved = (flags & MOVED) != 0
    known = (flags & KNOWN) != 0

    own_rank = _one_hot(code, OWN_FIRST, N_RANKS, dtype)
    enemy_rank = _one_hot(code, ENEMY_FIRST, N_RANKS, dtype)
    own_prob = rank_prior(field(obs, "hidden_own"), own & ~known, moved).to(dtype)
    enemy_prob = enemy_prior(obs)[0].to(dtype)
    # No piece starts at 255: its row matches nothing, and its column is moved out of the way.
    row = torch.div(start, 10, rounding_mode="floor")
    col = torch.where(start == 255, torch.full_like(start, -1), start % 10 + 10 * enemy.int())
    # Few, wide pieces: a compiler writes them side by side in one pass.
    return torch.cat(
        [
            _one_hot(code, 0, N_CODES, dtype),
            torch.stack([own & moved, enemy & moved, own & known], -1).to(dtype),
            own_prob + own_rank * known.unsqueeze(-1).to(dtype),
            enemy_prob + enemy_rank,
            _one_hot(row, 0, 10, dtype),
            _one_hot(col, 0, 20, dtype),
            _contacts(obs, own, enemy, dtype),
            _history(obs, dtype),
        ],
        -1,
    )


def _contacts(obs, own, enemy, dtype):
    lo = torch.stack([field(obs, name + "_lo").int() for name in ("threat", "evade", "stand")], -1)
    hi = torch.stack([field(obs, name + "_hi").int() for name in ("threat", "evade", "stand")], -1)
    bits = ((lo | (hi << 8)).unsqueeze(-1) >> _range(0, N_CONTACTS, obs.device)) & 1
    who = torch.stack([own, enemy], -1).int()
    # [B, 100, contact, side, kind]
    return (bits.unsqueeze(3) * who[:, :, None, :, None]).to(dtype).flatten(2)


def _history(obs, dtype):
    square = _range(0, N_SQUARES, obs.device).view(1, N_SQUARES, 1)
    result = field(obs, "hist_result").int().unsqueeze(1)
    left = (field(obs, "hist_from").int().unsqueeze(1) == square) & (result > 0)
    arrived = (field(obs, "hist_to").int().unsqueeze(1) == square) & (result > 0)
    return torch.cat([left, arrived, arrived & (result > 1)], -1).to(dtype)


def globals_(obs, dtype):
    """Features that belong to no square [B, N_GLOBALS]."""
    counts = torch.cat(
        [field(obs, name) for name in ("hidden_enemy", "hidden_own", "dead_enemy", "dead_own")], -1
    ).float()
    quiet = _u16(field(obs, "quiet"))
    plies = _u16(field(obs, "plies"))
    clocks = torch.stack(
        [
            quiet.clamp_max(100) / 100,
            (quiet.clamp_max(100) - 50).clamp_min(0) / 50,
            plies.clamp_max(3000) / 1000,
            50 / (50 + plies),
        ],
        -1,
    )
    return torch.cat([counts / 4, (counts > 0).float(), clocks], -1).to(dtype)


def _u16(two_bytes):
    return two_bytes[..., 0].float() + 256 * two_bytes[..., 1].float()


def legal_mask(obs):
    """Legal actions as booleans [B, 3600]."""
    packed = field(obs, "legal").int()
    bits = (packed.unsqueeze(-1) >> _range(0, 8, obs.device)) & 1
    return (bits != 0).reshape(obs.shape[0], N_ACTIONS)


def magnet_log_probs(mask):
    """Log of the magnet policy: uniform over movable pieces, then over that piece's moves. Illegal actions get 0."""
    per_piece = mask.view(-1, N_SQUARES, ACTIONS_PER_SQUARE)
    n_moves = per_piece.sum(-1, keepdim=True).float()
    n_pieces = (n_moves > 0).sum(1, keepdim=True).float()
    log_p = -(n_pieces.clamp_min(1).log() + n_moves.clamp_min(1).log())
    return (log_p * per_piece).view(-1, N_ACTIONS)
