"""The same observation with left and right exchanged, as `flagfall-env/src/mirror.rs` has it, and a policy that is asked on both sides."""

import math

import torch

import obs as O
from layout import FIELDS, N_ACTIONS, N_DISTANCES, N_SQUARES
from loss import masked_log_softmax
from rollout import sample

PLANES = ["code", "flags", "start", "threat_lo", "threat_hi", "evade_lo", "evade_hi", "stand_lo", "stand_hi"]
NO_START = 255


def mirrored_squares(device):
    """For each square its image."""
    square = torch.arange(N_SQUARES, device=device)
    return torch.div(square, 10, rounding_mode="floor") * 10 + 9 - square % 10


def mirrored_actions(x):
    """What belongs to each action [B, 3600], moved to the action's image: its source is mirrored, and right and left change places."""
    boards = x.view(-1, 10, 10, 4, N_DISTANCES).flip(2)
    return boards[:, :, :, [0, 1, 3, 2]].reshape(-1, N_ACTIONS)


def mirrored(packed):
    """Observations [B, OBS_BYTES], mirrored."""
    image = mirrored_squares(packed.device)
    out = packed.clone()
    for name in PLANES:
        first, end = FIELDS[name]
        out[:, first:end] = packed[:, first:end][:, image]
    first, end = FIELDS["start"]
    start = out[:, first:end].long()
    there = image[start.clamp_max(N_SQUARES - 1)].to(torch.uint8)
    out[:, first:end] = torch.where(start == NO_START, out[:, first:end], there)
    # Turns that were not yet have no result, and zeros for squares.
    first, end = FIELDS["hist_result"]
    has_been = packed[:, first:end] > 0
    for name in ("hist_from", "hist_to"):
        first, end = FIELDS[name]
        squares = packed[:, first:end]
        out[:, first:end] = torch.where(has_been, image[squares.long()].to(torch.uint8), squares)
    first, end = FIELDS["legal"]
    bits = mirrored_actions(O.legal_mask(packed)).view(packed.shape[0], -1, 8)
    weights = 1 << torch.arange(8, device=packed.device, dtype=torch.int32)
    out[:, first:end] = (bits.int() * weights).sum(-1).to(torch.uint8)
    return out


def act(net, packed, inverse_temperature, dtype):
    """`rollout.act` with the mean of the policies here and in the mirror; the value is the one here."""
    features = net.trunk(packed, dtype)
    policy, value, _ = net.heads(features)
    image = mirrored(packed)
    mask = O.legal_mask(packed)
    here = masked_log_softmax(policy, mask)
    there = mirrored_actions(masked_log_softmax(net(image, dtype)[0], O.legal_mask(image)))
    both = torch.logaddexp(here, there) - math.log(2)
    action, chosen = sample(masked_log_softmax(both * inverse_temperature, mask))
    return action, chosen, value.softmax(-1), features
