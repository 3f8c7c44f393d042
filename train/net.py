"""The networks: packed observation in; policy logits, three-way value logits and rank-belief logits out."""

import math

import torch
from torch import nn
from torch.nn import functional as F

import obs as O
from layout import ACTIONS_PER_SQUARE, N_ACTIONS, N_RANKS, N_SQUARES


class RmsNorm(nn.Module):
    """Root-mean-square norm over the channels of each square; statistics in float32 whatever the compute type."""

    def __init__(self, width):
        super().__init__()
        self.gain = nn.Parameter(torch.ones(width))

    def forward(self, x):
        y = x.float()
        y = y * torch.rsqrt(y.square().mean(-1, keepdim=True) + 1e-5)
        return (y * self.gain).to(x.dtype)


class Dense(nn.Module):
    """A linear layer whose master weights stay float32 while it computes in its input's type."""

    def __init__(self, n_in, n_out, scale=1.0):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(n_out, n_in) * (scale / math.sqrt(n_in)))
        self.bias = nn.Parameter(torch.zeros(n_out))

    def forward(self, x):
        return F.linear(x, self.weight.to(x.dtype), self.bias.to(x.dtype))


class Conv3x3(nn.Module):
    """A 3x3 convolution over the board, on [B, 10, 10, C] tensors; same rule about types as `Dense`."""

    def __init__(self, width, scale=1.0):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(width, width, 3, 3) * (scale / math.sqrt(9 * width)))

    def forward(self, x):
        # A permuted view of a dense [B, 10, 10, C] tensor is exactly the channels-last layout that convolutions want.
        weight = self.weight.to(x.dtype).contiguous(memory_format=torch.channels_last)
        y = F.conv2d(x.permute(0, 3, 1, 2), weight, padding=1)
        return y.permute(0, 2, 3, 1)


class ConvBlock(nn.Module):
    """Pre-norm residual block; with `pooled`, the mean and maximum over the board feed back into every square."""

    def __init__(self, width, pooled, scale):
        super().__init__()
        self.norm1 = RmsNorm(width)
        self.conv1 = Conv3x3(width, math.sqrt(2))
        self.norm2 = RmsNorm(width)
        self.conv2 = Conv3x3(width, scale)
        self.pool = Dense(2 * width, width, 0.5) if pooled else None

    def forward(self, x):
        y = self.conv1(self.norm1(x))
        if self.pool is not None:
            y = y + self.pool(pool_board(F.relu(y)))[:, None, None, :]
        y = self.conv2(F.relu(self.norm2(y)))
        return x + y


def pool_board(x):
    """Mean and maximum over the board of [B, 10, 10, C], as [B, 2C]."""
    flat = x.flatten(1, 2)
    # The maximum is picked by its index. `amax` would look for it again in the backward pass by comparing values, and a
    # compiler that recomputes them without rounding to bfloat16 finds none: 0 / 0.
    largest = flat.gather(1, flat.detach().argmax(1, keepdim=True)).squeeze(1)
    return torch.cat([flat.mean(1), largest], -1)


class EncoderBlock(nn.Module):
    """Pre-norm attention over the hundred squares, then a two-layer perceptron on each."""

    def __init__(self, width, heads, scale):
        super().__init__()
        self.heads = heads
        self.norm1 = RmsNorm(width)
        self.qkv = Dense(width, 3 * width)
        self.out = Dense(width, width, scale)
        # Which squares matter to each other depends mostly on where they lie, so every head learns that table directly.
        self.place = nn.Parameter(torch.zeros(heads, N_SQUARES, N_SQUARES))
        self.norm2 = RmsNorm(width)
        self.up = Dense(width, 4 * width, math.sqrt(2))
        self.down = Dense(4 * width, width, scale)

    def forward(self, x):
        batch, n, width = x.shape
        q, k, v = self.qkv(self.norm1(x)).view(batch, n, 3, self.heads, width // self.heads).permute(2, 0, 3, 1, 4)
        y = self._attend(q, k, v).transpose(1, 2).reshape(batch, n, width)
        x = x + self.out(y)
        return x + self.down(F.relu(self.up(self.norm2(x))))

    def _attend(self, q, k, v):
        place = self.place.to(q.dtype)
        if hasattr(F, "scaled_dot_product_attention"):
            return F.scaled_dot_product_attention(q, k, v, attn_mask=place)
        scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1]) + place
        return scores.softmax(-1) @ v


class Net(nn.Module):
    """Trunk (`kind` conv or encoder) and the three heads."""

    def __init__(self, kind="conv", width=128, blocks=8, heads=8):
        super().__init__()
        self.arch = {"kind": kind, "width": width, "blocks": blocks, "heads": heads}
        self.kind = kind
        # About four of these planes are set on an average square; the scale makes their sum of order one.
        self.stem = Dense(O.N_PLANES, width, 8.0)
        self.globals = Dense(O.N_GLOBALS, width)
        self.square = nn.Parameter(torch.randn(N_SQUARES, width) * 0.1)
        # Residual branches start small, so that the depth of the trunk does not set the scale of its output.
        scale = 1 / math.sqrt(blocks)
        if kind == "conv":
            self.blocks = nn.ModuleList(ConvBlock(width, i % 2 == 1, scale) for i in range(blocks))
        elif kind == "encoder":
            self.blocks = nn.ModuleList(EncoderBlock(width, heads, scale) for _ in range(blocks))
        else:
            raise ValueError(f"unknown network kind {kind!r}")
        self.norm = RmsNorm(width)
        self.policy1 = Dense(width, width, math.sqrt(2))
        # The last layers of policy and belief start at zero: a fresh player is uniform over its moves and believes counts.
        self.policy2 = Dense(width, ACTIONS_PER_SQUARE, 0.0)
        self.value1 = Dense(2 * width, width, math.sqrt(2))
        self.value2 = Dense(width, 3, 0.0)
        self.belief = Dense(width, N_RANKS, 0.0)

    def forward(self, packed, dtype):
        """Logits of policy [B, 3600], value (win, draw, loss) [B, 3] and belief [B, 100, 12], all float32."""
        return self.heads(self.trunk(packed, dtype))

    def trunk(self, packed, dtype):
        """What the heads see: features [B, 10, 10, C]."""
        batch = packed.shape[0]
        x = self.stem(O.planes(packed, dtype)) + self.globals(O.globals_(packed, dtype)).unsqueeze(1)
        x = x + self.square.to(dtype)
        if self.kind == "conv":
            x = x.view(batch, 10, 10, -1)
        for block in self.blocks:
            x = block(x)
        return self.norm(x).reshape(batch, 10, 10, -1)

    def heads(self, x):
        """The three outputs from the trunk's features."""
        batch = x.shape[0]
        policy = self.policy2(F.relu(self.policy1(x))).reshape(batch, N_ACTIONS)
        # The value head is small enough to compute in float32, and its differences are what is learned from.
        value = self.value2(F.relu(self.value1(pool_board(x).float())))
        belief = self.belief(x).reshape(batch, N_SQUARES, N_RANKS)
        return policy.float(), value.float(), belief.float()


class Flat:
    """All parameters of a module as views of one vector, and their gradients as views of another.

    Optimizer, average, gradient norm and checkpoint then are plain vector arithmetic, with nothing to keep in order.
    """

    def __init__(self, module):
        self.module = module
        parameters = list(module.parameters())
        n = sum(p.numel() for p in parameters)
        device = parameters[0].device
        self.weights = torch.empty(n, device=device)
        self.grads = torch.zeros(n, device=device)
        self.names = []
        at = 0
        for name, p in module.named_parameters():
            end = at + p.numel()
            self.weights[at:end] = p.data.reshape(-1)
            p.data = self.weights[at:end].view_as(p)
            p.grad = self.grads[at:end].view_as(p)
            self.names.append((name, at, tuple(p.shape)))
            at = end
