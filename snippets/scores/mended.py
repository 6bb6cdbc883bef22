"""Exercise: an undefined row that is mended after softmax can leave an undefined gradient."""

import torch

torch.set_default_dtype(torch.float64)

M = torch.zeros(3, dtype=torch.bool)                     # (T_k,), no key may be seen


def gradient(mask, opened=M):
    """Return output and gradient of a masked softmax whose hidden weights are set to zero."""
    s = torch.zeros(3, requires_grad=True)                         # (T_k,)
    alpha = mask(s, opened).softmax(dim=-1).masked_fill(~M, 0.0)   # (T_k,)
    output = (alpha * torch.arange(3)).sum()
    return output.item(), torch.autograd.grad(output, s)[0]


def added(s, M):
    return s + M.log()                                   # 0 where True, else minus infinity


output, undefined = gradient(added)
lost = int(undefined.isnan().sum())
output_opened, gradient_opened = gradient(added, opened=~M)  # softmax over all, hidden later
lost_opened = int(gradient_opened.isnan().sum())
del undefined

if __name__ == "__main__":
    print("mended after softmax: output", output, "undefined derivatives", lost)
    print("opened before softmax: output", output_opened, "undefined derivatives", lost_opened)
