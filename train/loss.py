"""Targets and losses of the self-play learner. Values are distributions over (win, draw, loss) for the player to move."""

import torch
from torch.nn import functional as F

import obs as O

# Outcomes as the engine reports them, for the player who just moved.
RUNNING, WIN, DRAW, LOSS = 0, 1, 2, 3


def utility(value):
    """Expected score in [-1, 1] of a (win, draw, loss) distribution."""
    return value[..., 0] - value[..., 2]


def lambda_returns(values, outcomes, last_values, lam):
    """TD(lambda) targets, bootstrapping at each player's own next turn.

    `values` [T, G, 3] belong to the mover of each ply, `outcomes` [T, G] say how the mover's action ended the game (0: it did
    not), `last_values` [G, 3] belong to the mover after the last ply. The mover of ply t moves again at t + 2; what ends
    the game at t or t + 1 is final for him. Where his next turn lies past the end, the other player's value at the end, seen
    from the other side, stands in for it.
    """
    n = values.shape[0]
    ends = F.one_hot((outcomes.long() - 1).clamp_min(0), 3).to(values.dtype)
    over = (outcomes != RUNNING).unsqueeze(-1)
    targets = torch.empty_like(values)
    for t in reversed(range(n)):
        if t + 2 < n:
            later = (1 - lam) * values[t + 2] + lam * targets[t + 2]
        elif t + 2 == n:
            later = last_values
        else:
            later = last_values.flip(-1)
        if t + 1 < n:
            later = torch.where(over[t + 1], ends[t + 1].flip(-1), later)
        targets[t] = torch.where(over[t], ends[t], later)
    return targets


def advantages(values, outcomes, last_values, lam):
    """Generalized advantage estimates [T, G] in units of `utility`, on the same turns as `lambda_returns`."""
    return utility(lambda_returns(values, outcomes, last_values, lam)) - utility(values)


def select_largest(advantage, share, excluded):
    """Indexes of the `share` of samples with the largest |advantage|, whatever its size, in random order. The share is one of all
    samples, so that batches keep their number; those `excluded` come last.

    A threshold on the size itself would select nothing while the value head is fresh, and so nothing would ever be learned.
    """
    flat = advantage.abs().masked_fill(excluded, -1.0).reshape(-1)
    n = max(1, int(flat.numel() * share))
    chosen = torch.topk(flat, n, sorted=False).indices
    return chosen[torch.randperm(n, device=chosen.device)]


def masked_log_softmax(logits, mask):
    """Log-probabilities over legal actions; illegal ones get a large negative number that is still finite."""
    return F.log_softmax(torch.where(mask, logits, torch.full_like(logits, -1e9)), -1)


def belief_loss(logits, packed, truth):
    """Cross-entropy of the rank belief on hidden enemy pieces, and that of plain counting, each per piece.

    The head learns corrections to the count-based prior, so impossible ranks stay impossible.
    """
    prior, hidden = O.enemy_prior(packed)
    log_prior = prior.clamp_min(1e-9).log()
    log_p = F.log_softmax(logits + log_prior, -1)
    target = truth.long().clamp_max(11).unsqueeze(-1)
    weight = hidden.float()
    n = weight.sum().clamp_min(1)
    learned = -(log_p.gather(-1, target).squeeze(-1) * weight).sum() / n
    counted = -(log_prior.gather(-1, target).squeeze(-1) * weight).sum() / n
    return learned, counted


METRICS = [
    "loss",
    "policy_loss",
    "kl_data",
    "kl_magnet",
    "entropy",
    "clip_share",
    "value_loss",
    "target_entropy",
    "belief_loss",
    "belief_count_loss",
    # What is left of the value loss when nothing is hidden; the value loss itself without a critic.
    "critic_loss",
]


def cross_entropy(target, logits):
    """Mean cross-entropy of logits against distributions."""
    return -(target * F.log_softmax(logits, -1)).sum(-1).mean()


def total_loss(net, critic, batch, coefficients, dtype):
    """The loss on one batch and its parts, in the order of `METRICS`; `critic` may be None.

    `batch` is (packed observations, actions, log-probabilities when played, advantages, value targets, true ranks, numbers of the
    opponents); `coefficients` is a tensor (clip, data KL, magnet KL, value, belief), a tensor so that changing a number compiles nothing
    anew.
    """
    packed, action, old_log_p, advantage, target, truth, opponent = batch
    clip, c_data, c_magnet, c_value, c_belief = coefficients.unbind()
    features = net.trunk(packed, dtype)
    policy, value, belief = net.heads(features)

    mask = O.legal_mask(packed)
    log_p = masked_log_softmax(policy, mask)
    p = log_p.exp() * mask
    chosen = log_p.gather(1, action.unsqueeze(1)).squeeze(1)
    log_ratio = chosen - old_log_p
    ratio = log_ratio.exp()
    clipped = torch.minimum(torch.maximum(ratio, 1 - clip), 1 + clip)
    policy_loss = -torch.minimum(ratio * advantage, clipped * advantage).mean()
    # Schulman's low-variance estimator of KL(data || policy) from the one action that was played.
    kl_data = (ratio - 1 - log_ratio).mean()
    entropy = -(p * log_p).sum(-1).mean()
    kl_magnet = (p * (log_p - O.magnet_log_probs(mask))).sum(-1).mean()

    value_loss = cross_entropy(target, value)
    # No value head can do better than this on these targets; the difference is what is left to learn.
    target_entropy = -(target * target.clamp_min(1e-9).log()).sum(-1).mean()
    belief_learned, belief_counted = belief_loss(belief, packed, truth)
    # Its parameters and its limit on gradients are its own, so that it needs no weight beside the others.
    critic_loss = value_loss.detach() if critic is None else cross_entropy(target, critic(features, value, truth, opponent))

    loss = (
        policy_loss
        + c_data * kl_data
        + c_magnet * kl_magnet
        + c_value * value_loss
        + c_belief * belief_learned
    )
    if critic is not None:
        loss = loss + critic_loss
    outside = ((ratio - 1).abs() > clip).float().mean()
    parts = [loss, policy_loss, kl_data, kl_magnet, entropy, outside, value_loss, target_entropy]
    parts += [belief_learned, belief_counted, critic_loss]
    return loss, torch.stack([x.detach().float() for x in parts])
