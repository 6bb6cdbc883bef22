"""Eight sigmoid units, every entry 1, far below 4: the gradient doubles at every step."""

import torch

torch.set_default_dtype(torch.float64)

d_h, steps, entry, four = 8, 10, 1.0, 4              # 4 = 1 / (largest slope of sigmoid)
W_h = torch.full((d_h, d_h), entry)
x = torch.full((d_h,), -d_h * entry / 2)             # keeps every pre_t at 0, h_t at a half
h, G = torch.full((d_h,), 0.5), torch.full((d_h,), d_h**-0.5)
for _ in range(steps):
    h = torch.sigmoid(W_h @ h + x)
    G = G * h * (1 - h) @ W_h
grown = G.norm().item()
factor = grown ** (1 / steps)
norm = torch.linalg.matrix_norm(W_h, 2).item()
limit = four / d_h                                     # below it, every such network decays

if __name__ == "__main__":
    print(f"norm {norm:.1f}, factor {factor:.2f}, after {steps} steps {grown:.0f}")
    print("limit", limit)
