"""Everything that changes during training, as functions of the total number of steps, so that slices join without a seam."""


def learning_rate(steps, cfg):
    """Linear warm-up, a plateau, then a power law."""
    warm = min(1.0, (steps + 1) / max(1, cfg["lr_warmup_steps"]))
    decay = min(1.0, cfg["lr_hold_steps"] / max(1, steps)) ** cfg["lr_power"]
    return max(cfg["lr_min"], cfg["lr"] * warm * decay)


def magnet(steps, cfg):
    """Weight of the pull towards the magnet policy: coefficient / t^power, t counted in iterations of the reference size."""
    t = 1 + steps / cfg["magnet_unit_steps"]
    return min(cfg["magnet_max"], max(cfg["magnet_min"], cfg["magnet"] / t ** cfg["magnet_power"]))


def ema_decay(updates, cfg):
    """Short memory at first, so that the average does not remember the random start."""
    return min(cfg["ema"], (1 + updates) / (10 + updates))
