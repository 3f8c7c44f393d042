"""Adam with a gradient-norm limit and an exponential average, on flat vectors."""

import torch


class Adam:
    """State: two moments, the average of the weights, and the number of updates."""

    def __init__(self, flat, beta1, beta2, eps=1e-8):
        self.flat = flat
        self.beta1, self.beta2, self.eps = beta1, beta2, eps
        self.m = torch.zeros_like(flat.weights)
        self.v = torch.zeros_like(flat.weights)
        self.ema = flat.weights.clone()
        self.updates = 0

    @torch.no_grad()
    def update(self, lr, max_norm, ema_decay):
        """One step along the gradients in `flat.grads`, which are cleared; returns their norm before the limit."""
        g = self.flat.grads
        norm = g.norm()
        # A tensor all the way: asking for the number here would make the device wait for every batch. A norm that is not
        # finite skips the batch by a factor of zero.
        factor = torch.where(torch.isfinite(norm), (max_norm / (norm + 1e-6)).clamp_max(1.0), torch.zeros_like(norm))
        g.nan_to_num_(0.0, 0.0, 0.0).mul_(factor)
        self.updates += 1
        self.m.lerp_(g, 1 - self.beta1)
        self.v.mul_(self.beta2).addcmul_(g, g, value=1 - self.beta2)
        debias1 = 1 - self.beta1**self.updates
        debias2 = 1 - self.beta2**self.updates
        denominator = (self.v / debias2).sqrt_().add_(self.eps)
        self.flat.weights.addcdiv_(self.m, denominator, value=-lr / debias1)
        self.ema.lerp_(self.flat.weights, 1 - ema_decay)
        g.zero_()
        return norm
