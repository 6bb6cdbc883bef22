"""Float64 everywhere: what float32, torch's default, would print instead."""

import torch

torch.set_default_dtype(torch.float64)

third = torch.tensor(1.0) / 3
third_32 = torch.tensor(1.0, dtype=torch.float32) / 3
gap = (third_32.double() - third).abs()
eps, eps_32 = torch.finfo(torch.float64).eps, torch.finfo(torch.float32).eps
digits = -torch.tensor(eps).log10()

if __name__ == "__main__":
    print(f"{third:.12f} {third_32:.12f} {gap:.0e}")
    print(f"{eps:.1e} {eps_32:.1e} {digits:.2f}")
