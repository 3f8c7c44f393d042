"""A critic that sees what no player may: the true ranks behind hidden pieces, and who the opponent is.

Nobody plays by it, and no network file contains it. It judges the turns of a rollout after they were played, and what is learned from a
move is measured against its judgement. A player's own value cannot tell luck from skill: a colonel lost to a marshal that nobody
could know of is charged to the last quiet move. And it cannot tell from the first moves that this opponent will chase where a network
would not, so that what follows a move in games with guests is valued as if they went on like any other.

The baseline of a policy gradient may know anything but the action: as a baseline it changes the noise of what is learned and not its direction. Where
returns are cut short by its values, its errors count as the errors of the player's value did. That one goes on to be learned from the same targets: their
mean over all that is hidden is what it is to know.
"""

import math

import torch
from torch import nn
from torch.nn import functional as F

from layout import N_RANKS
from net import ConvBlock, Dense, RmsNorm, pool_board

# Who sits on the other side. A number stays what it is, and there is room for more, so that a checkpoint can be gone on with among
# other guests.
OPPONENTS = ["itself", "invincible", "star", "bayes", "vicki", "pe-minimax", "monte-carlo", "heuristic"]
ITSELF, SOMEBODY = 0, 15


def opponent_number(bot):
    """The number of a bot by its spec; options do not matter."""
    name = bot.split(":")[0]
    return OPPONENTS.index(name) if name in OPPONENTS else SOMEBODY


class Critic(nn.Module):
    """Blocks on top of a player's trunk, which correct the player's own value; at first the correction is nothing."""

    def __init__(self, width, blocks):
        super().__init__()
        self.rank = Dense(N_RANKS, width, math.sqrt(N_RANKS))
        self.opponent = nn.Parameter(torch.randn(SOMEBODY + 1, width) * 0.1)
        self.blocks = nn.ModuleList(ConvBlock(width, True, 1 / math.sqrt(blocks)) for _ in range(blocks))
        self.norm = RmsNorm(width)
        self.value1 = Dense(2 * width, width, math.sqrt(2))
        self.value2 = Dense(width, 3, 0.0)

    def forward(self, features, own, truth, opponent):
        """Value logits [B, 3] from the trunk's features [B, 10, 10, C], the player's own value logits, the true ranks of hidden enemies
        [B, 100] and the numbers of the opponents [B]. Nothing flows back into the player."""
        dtype = features.dtype
        ranks = torch.arange(N_RANKS, device=truth.device, dtype=torch.int32)
        hidden = (truth.int().unsqueeze(-1) == ranks).to(dtype)
        x = features.detach() + self.rank(hidden).view(features.shape)
        # As a product, not a look-up: its gradient would add thousands of rows into a few, one after another.
        seats = torch.arange(SOMEBODY + 1, device=opponent.device, dtype=torch.int32)
        who = (opponent.int().unsqueeze(-1) == seats).to(dtype) @ self.opponent.to(dtype)
        x = x + who[:, None, None, :]
        for block in self.blocks:
            x = block(x)
        correction = self.value2(F.relu(self.value1(pool_board(self.norm(x)).float())))
        return own.detach().float() + correction
