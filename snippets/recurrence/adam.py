"""One step of plain gradient descent and one of Adam, from one gradient of 9.9e-13, in float32."""

import torch

torch.set_default_dtype(torch.float64)

lr, eps = 1e-3, 1e-8                                  # the defaults of torch.optim.Adam
g = 9.9e-13


def moved(optimiser, start, dtype=torch.float32, **settings):
    w = torch.tensor([start], dtype=dtype, requires_grad=True)
    w.grad = torch.full_like(w, g)
    optimiser([w], lr=lr, **settings).step()
    return start - w.item()


sgd_at_one = moved(torch.optim.SGD, 1.0)
sgd_at_zero = moved(torch.optim.SGD, 0.0)
adam_at_one = moved(torch.optim.Adam, 1.0, eps=eps)
adam_at_zero = moved(torch.optim.Adam, 0.0, eps=eps)
adam_in_double = moved(torch.optim.Adam, 0.0, torch.float64, eps=eps)
formula = lr * g / (abs(g) + eps)
gain = adam_at_zero / sgd_at_zero

if __name__ == "__main__":
    print(f"SGD  {sgd_at_one:.3g} {sgd_at_zero:.3g}")
    print(f"Adam {adam_at_one:.3g} {adam_at_zero:.3g}")
