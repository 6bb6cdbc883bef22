"""Parameters and multiply-adds of a module, counted by forward hooks while it runs."""

import torch
from torch import nn
from torch.utils.flop_counter import FlopCounterMode

torch.set_default_dtype(torch.float64)


class Product(nn.Module):
    """A matrix product without parameters, so that a hook can see it."""

    def forward(self, A, B):
        return A @ B


def count(model, *inputs):
    """Parameters, and multiply-adds of one forward pass: terms of the sum behind each output."""
    work = 0

    def hook(module, inputs, output):
        nonlocal work
        if isinstance(module, Product):
            work += output.numel() * inputs[0].shape[-1]
        elif isinstance(module, (nn.Linear, nn.Conv1d)):
            work += output.numel() * module.weight[0].numel()

    hooks = [module.register_forward_hook(hook) for module in model.modules()]
    model(*inputs)
    for handle in hooks:
        handle.remove()
    return sum(p.numel() for p in model.parameters()), work


def flops(model, *inputs):
    """torch's own count, at the level of its kernels: two operations for each multiply-add."""
    with FlopCounterMode(display=False) as counter:
        model(*inputs)
    return counter.get_total_flops()
