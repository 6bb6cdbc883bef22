"""What the forget bias keeps over 31 steps, and the bias that keeps a half over a given length."""

import math

import torch

torch.set_default_dtype(torch.float64)

steps = 31
biases = [0.0, 1.0, 2.0, 5.0]
f = torch.tensor(biases).sigmoid()
kept = f**steps

lengths = [10, 100, 1000]
half_bias = [-math.log(2 ** (1 / T) - 1) for T in lengths]
rule = [math.log(T / math.log(2)) for T in lengths]

if __name__ == "__main__":
    for bias, gate, k in zip(biases, f, kept, strict=True):
        print(bias, f"{gate:.3f} {k:.2g}")
    for T, v, r in zip(lengths, half_bias, rule, strict=True):
        print(T, f"{v:.3f} {r:.3f}")
