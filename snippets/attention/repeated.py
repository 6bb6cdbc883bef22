"""The same sentence said again and again: nothing decays with distance, all is diluted."""

import torch

from snippets.attention.forward import W_K, W_Q, W_V, X, d_k

times = [1, 8, 64, 512]
lengths, firsts, weights, outputs = [], [], [], []
for n in times:
    words = X.repeat(n, 1).requires_grad_()               # (4n, d)
    q = words[-1] @ W_Q                                   # (d_k,), the last word of the last copy
    alpha = (words @ W_K @ q / d_k**0.5).softmax(dim=-1)  # (4n,)
    z = alpha @ words @ W_V                               # (d_v,)
    (gradient,) = torch.autograd.grad(z[1], words)        # (4n, d)
    copies = gradient[::4].norm(dim=1)                    # (n,), the first word of each copy
    if n == 8:
        at_32 = copies
    lengths.append(len(words))
    firsts.append(copies[0].item())
    weights.append(alpha[0].item())
    outputs.append(z.tolist())

nearest, farthest = len(X) - 1, lengths[1] - 1  # words from the first word to the last

if __name__ == "__main__":
    for i, T in enumerate(lengths):
        print(f"T = {T:4}   weight {weights[i]:.5f}   gradient {firsts[i]:.5f}")
    print("the eight copies at T = 32:", [round(x, 4) for x in at_32.tolist()])
