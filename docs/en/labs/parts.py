# ---
# title: Lab – one part at a time
# description: Attention over four words, changed in one place at a time. Who may be seen, who stands where, what scores are divided by, how many heads. Guess first, then run.
# ---

# %% [markdown]
# # Lab: one part at a time { #parts }
#
# The same four words and the same layer of attention; each section changes one part: mask, order, position, temperature, heads.
# As in the [first lab](paths.py#paths): guess, run, then open the answer.
# Cells with a name are the book’s programs, those marked “change this” are yours.

# %% [markdown]
# ## As it was { #layer }
#
# First the layer untouched, for every section to compare with.

# %% example/sentence
"""The sentence of this book, cut into four words of two numbers each."""

import torch

torch.set_default_dtype(torch.float64)

words = ["很高兴", "认识你", "爱玩的", "茂茂雨"]

X = torch.tensor([[1.0, 0.0],                    # 很高兴
                  [0.0, 1.0],                    # 认识你
                  [1.0, 1.0],                    # 爱玩的
                  [2.0, 1.0]])                   # 茂茂雨
T, d = X.shape                                   # words, numbers a word

print(X)

# %% attention/forward
"""One attention layer over the four words, every matrix in sight."""

import torch

torch.set_default_dtype(torch.float64)

W_Q = torch.tensor([[0.0, 1.0], [-1.0, 0.0]])  # (d, d_k)
W_K = torch.tensor([[0.0, 2.0], [1.0, -1.0]])  # (d, d_k)
W_V = torch.tensor([[1.0, 2.0], [-1.0, 1.0]])  # (d, d_v)

Q, K, V = X @ W_Q, X @ W_K, X @ W_V  # (T, d_k), (T, d_k), (T, d_v)
d_k = K.shape[-1]
S = Q @ K.T / d_k**0.5               # (T, T)
alpha = S.softmax(dim=-1)            # (T, T)
Z = alpha @ V                        # (T, d_v)

last = alpha[-1]  # what the last word takes from each word

torch.set_printoptions(precision=2, sci_mode=False)
print("S\n", S, "\nalpha\n", alpha, "\nZ\n", Z, sep="")
print("last row of alpha:", [round(weight, 4) for weight in last.tolist()])

# %% [markdown]
# ## Hide { #mask }
#
# A [causal mask](../scores.md#causal) lets no word see what comes later.
#
# **Guess first.**
# Which of the four rows of weights does not change at all? Which do you know without computing?

# %% scores/causal
"""The four words with a causal mask: nobody looks at what comes later."""

import torch
import torch.nn.functional as F

M = torch.ones(4, 4).bool().tril()                       # (T, T), True where j <= i
alpha = S.masked_fill(~M, -torch.inf).softmax(dim=-1)    # (T, T)
Z = alpha @ V                                            # (T, d_v)

Z_torch = F.scaled_dot_product_attention(Q, K, V, is_causal=True)
same = bool((Z - Z_torch).abs().max() < 1e-12)
pairs = M.numel()
seen = int(M.sum())                                      # pairs that may meet

for row in alpha.tolist():
    print([round(a, 2) for a in row])
print("equal to torch:", same)

# %% [markdown]
# /// details | Compare
# The last row does not change: nothing comes after it, so nothing was hidden.
# The first has only itself left, and its weight can only be 1. <!--= scores/causal.alpha[0, 0] -->
# ///
#
# **Guess again.**
# Hide the last word from itself. Who gets the 0.643 that it gave to itself: all alike, the nearest, or the one with the highest score? <!--= attention/forward.last[3] -->

# %% try
M_try = torch.ones(4, 4).bool().tril()
M_try[3, 3] = False                              # change: hide what you like
row = S.masked_fill(~M_try, -torch.inf).softmax(dim=-1)[3]
print([round(weight, 3) for weight in row.tolist()])

# %% [markdown]
# /// details | Compare
# All three, in proportion: their weights are multiplied by one and the same number, and keep their ratios.
# Softmax is about ratios; hide one, and the exponentials of the others stay, only the denominator shrinks.
# (And a row with nothing left? Try `M_try[3] = False`, then read [nothing may be seen](../scores.md#nothing).)
# ///

# %% [markdown]
# ## Another order { #order }
#
# The next two programs read the sentence backwards and look at each word’s output, once without a mask and once with a causal one.
#
# **Guess first.**
# In which of the two does every word get exactly what it got before?

# %% positions/four
"""Attention over the four words, with a mask or without, and with something added to the scores."""

import torch

torch.set_default_dtype(torch.float64)

M = torch.tensor([[1, 0, 0, 0], [1, 1, 0, 0], [1, 1, 1, 0], [1, 1, 1, 1]]).bool()  # (T, T), causal
everywhere = torch.ones(4, 4).bool()                                               # (T, T)


def weights(X, M=everywhere, B=0):
    """Return alpha (T, T): words that M hides get nothing, and B is added to the scores."""
    S = (X @ W_Q) @ (X @ W_K).T / d_k**0.5 + B   # (T, T)
    return S.where(M, -torch.inf).softmax(dim=-1)


def attention(X, M=everywhere):
    """Return Z (T, d_v)."""
    return weights(X, M) @ (X @ W_V)


alpha = weights(X)            # (T, T)
alpha_causal = weights(X, M)  # (T, T)

torch.set_printoptions(precision=3, sci_mode=False)
print(alpha_causal)

# %% positions/causal
"""The sentence and its reverse: without a mask each word gets the same, with a causal mask not."""

import torch

torch.set_default_dtype(torch.float64)

order = [3, 2, 1, 0]
Z = attention(X)                          # (T, d_v), no mask
Z_reversed = attention(X[order])[order]   # row j belongs to word j again
Z_causal = attention(X, M)
Z_causal_reversed = attention(X[order], M)[order]

gap = (Z - Z_reversed).abs().max().item()
gap_causal = (Z_causal - Z_causal_reversed).abs().max().item()

torch.set_printoptions(precision=3, sci_mode=False)
print("no mask\n", torch.cat([Z, Z_reversed], dim=1), sep="")
print("causal\n", torch.cat([Z_causal, Z_causal_reversed], dim=1), sep="")
print("gap", gap < 1e-14, round(gap_causal, 3))

# %% [markdown]
# /// details | Compare
# Without a mask not a digit differs: [the order was lost](../positions.md#equivariance) from the start.
# With a causal mask the largest difference is 2.468: who stands before you gives some of the order away. <!--= positions/causal.gap_causal -->
# ///
#
# **Guess again.**
# Do not reverse the sentence, swap its first two words.
# With a causal mask, which of the four outputs change?

# %% try
order_try = [1, 0, 2, 3]                         # change: any order
back = torch.tensor(order_try).argsort()         # row j belongs to word j again
for mask in (everywhere, M):
    change = attention(X[order_try], mask)[back] - attention(X, mask)
    print([round(size, 3) for size in change.norm(dim=1).tolist()])

# %% [markdown]
# /// details | Compare
# Only the two that were swapped.
# The other two see the same words as before and cannot tell which came first: a causal mask tells a word who stands before it, not [in what order](../positions.md#causal).
# ///

# %% [markdown]
# ## A place { #position }
#
# To tell them apart, positions must be written in.
# Here are two ways: [sinusoids added to the words](../positions.md#sinusoids), and [RoPE, which turns queries and keys by their positions](../positions.md#rope).

# %% positions/sinusoids
"""The sinusoidal encoding, interleaved: sine and cosine of pair r in columns 2r and 2r + 1."""

import torch

torch.set_default_dtype(torch.float64)

base = 10000


def frequencies(d: int) -> torch.Tensor:
    """Return omega (d/2)."""
    return base ** (-2 * torch.arange(d // 2) / d)


def sinusoids(t: torch.Tensor, d: int) -> torch.Tensor:
    """Return a row (d) for each position in t."""
    angles = t[:, None] * frequencies(d)                                # (T, d/2)
    return torch.stack([angles.sin(), angles.cos()], dim=-1).flatten(1)  # (T, d)


P = sinusoids(torch.arange(4.0), 2)        # (T, d), for the four words
omega = frequencies(6)                     # (d/2), for d = 6
P_general = sinusoids(torch.arange(5.0), 6)  # (T, d), T = 5

torch.set_printoptions(precision=4, sci_mode=False)
print(P, omega, P_general, sep="\n")

# %% positions/rope
"""Queries and keys of the four words turned by their positions, one radian a place."""

import torch

torch.set_default_dtype(torch.float64)


def turned(A, t):
    """Return rows (T, 2) of A, row by row turned counterclockwise by the angles t."""
    cos, sin = t.cos(), t.sin()
    return torch.stack([A[:, 0] * cos - A[:, 1] * sin, A[:, 0] * sin + A[:, 1] * cos], dim=1)


t = torch.arange(4.0)
Q_turned, K_turned = turned(Q, t), turned(K, t)   # (T, d_k)
S = Q_turned @ K_turned.T / d_k**0.5              # (T, T)
alpha = S.softmax(dim=-1)                         # (T, T)
last = alpha[3]
q_4, k_1 = Q_turned[3], K_turned[0]
product = (q_4 @ k_1).item()

torch.set_printoptions(precision=3, sci_mode=False)
print(Q_turned, K_turned, alpha, sep="\n")

# %% [markdown]
# **Guess first.**
# Move the whole sentence seven places on, with nothing before it; all distances between words stay as they are.
# With which of the two do the weights change?
# And if, instead of moving it, you leave one place empty between any two words?

# %% try
for shift, stretch in ((0, 1), (7, 1), (0, 2)):  # change: places moved, places between words
    t_try = shift + stretch * torch.arange(4.0)
    added = weights(X + sinusoids(t_try, 2))[3]
    rope = (turned(Q, t_try) @ turned(K, t_try).T / d_k**0.5).softmax(dim=-1)[3]
    for row in (added, rope):
        print(shift, stretch, [round(weight, 3) for weight in row.tolist()])

# %% [markdown]
# /// details | Compare
# Moved, the weights of RoPE stay exactly as they were: both sides turn together, and the angle between them depends on the distance alone.
# Those of the sinusoids change, and not by a little: among all four rows, by up to 0.494. <!--= positions/shift.gaps[0] -->
# Stretched, both change; the distances have, so they should.
#
# To stay the same is not always better: which word in line it is [may be just what matters](../positions.md#length).
# ///

# %% [markdown]
# ## Colder, hotter { #temperature }
#
# Scores are divided by a temperature $\tau$ before the softmax; $\sqrt{d_k}$ is one choice of it.

# %% scores/temperature
"""The last word's four products at several temperatures: from one winner to no winner."""

import torch

d_k = K.shape[-1]
products = K @ Q[3]                                      # (T_k,), q_4 . k_j


def weights(tau):
    return (products / tau).softmax(dim=-1)              # (T_k,)


cold, one, root, hot = 0.1, 1.0, d_k**0.5, 100.0
at_cold, at_one, at_root, at_hot = (weights(tau) for tau in (cold, one, root, hot))

axis = torch.logspace(-1, 2, 37)                         # (37,)
curves = torch.stack([weights(tau) for tau in axis])     # (37, T_k)

for tau in (cold, one, root, hot):
    print(f"tau {tau:6.2f}  ", [round(a, 4) for a in weights(tau).tolist()])

# %% [markdown]
# **Guess first.**
# The colder, the more the weights gather in one place; that is easy.
# And the gradient of the last weight with respect to the scores: largest when cold, when hot, or in between?

# %% try
for tau in (0.1, 0.5, 1.0, 2.0, 10.0, 100.0):    # change: any positive numbers
    p = products.clone().requires_grad_()
    (slope,) = torch.autograd.grad((p / tau).softmax(dim=-1)[3], p)
    print(tau, [round(weight, 3) for weight in weights(tau).tolist()], f"{slope.norm():.1e}")

# %% [markdown]
# /// details | Compare
# In between; small at both ends, for different reasons.
# Too hot, and all are much alike: whatever moves in a score is divided away by $\tau$.
# Too cold, and the winner takes all; the weights lie against zero and one, [softmax is at its end](../scores.md#saturation), and no push moves it.
# This is what scaling is for: not because large numbers are bad, but because nothing is learnt there.
# ///

# %% [markdown]
# ## Two heads { #heads }
#
# Last, the number of heads: [two of them](../heads.md#four-words), each with queries, keys and values of its own, put side by side and multiplied by $W_O$.

# %% heads/four_words
"""Two heads over the four words, each with one number for query, key and value."""

import torch

torch.set_default_dtype(torch.float64)

W_Q = torch.tensor([[[1.0], [1.0]], [[-1.0], [-1.0]]])    # (H, d, d_k)
W_K = torch.tensor([[[1.0], [-2.0]], [[1.0], [-2.0]]])    # (H, d, d_k)
W_V = torch.tensor([[[3.0], [-1.0]], [[3.0], [-1.0]]])    # (H, d, d_v)
W_O = torch.tensor([[1.0, 1.0], [1.0, -1.0]])             # (H d_v, d)

Q, K, V = X @ W_Q, X @ W_K, X @ W_V                       # (H, T, d_k) twice, (H, T, d_v)
d_k = K.shape[-1]
S = Q @ K.transpose(1, 2) / d_k**0.5                      # (H, T, T)
alpha = S.softmax(dim=-1)                                 # (H, T, T)
heads = alpha @ V                                         # (H, T, d_v)
Z = torch.cat([*heads], dim=-1) @ W_O                     # (T, d)

last = alpha[:, -1]                                       # (H, T), two rows of one word
mean = last.mean(dim=0)                                   # (T,)
q_halfway = Q[:, -1].mean(dim=0)                          # (d_k,)
row_halfway = (K[0] @ q_halfway).softmax(dim=-1)          # (T,)

torch.set_printoptions(precision=3, sci_mode=False)
print("alpha\n", alpha, "\nheads\n", heads[:, :, 0], "\nZ\n", Z, sep="")

# %% [markdown]
# **Guess first.**
# The output of the last word is $(2.248, 3.935)$. <!--= heads/four_words.Z[3] -->
# Keep only the first head, then only the second. How do these two outputs make up the whole: as a mean, as a sum, or not at all?

# %% try
for on in ([1.0, 1.0], [1.0, 0.0], [0.0, 1.0]):  # change: how loud each head is
    heads_try = heads * torch.tensor(on)[:, None, None]
    print(on, [round(z, 3) for z in (torch.cat([*heads_try], dim=-1) @ W_O)[-1].tolist()])

# %% [markdown]
# /// details | Compare
# As a sum.
# To put heads side by side and multiply by one matrix is to multiply each by its own rows [and add](../heads.md#law).
# Here each head hands out a single number, 3.092 and −0.843; the two rows of $W_O$ make an output of each. <!--= heads/four_words.heads[:, 3, 0] -->
# ///

# %% [markdown]
# ## Further { #further }
#
# - In the section on hiding, leave the last row one word only. What is its weight? Did you need the scores?
# - In the section on places, give RoPE a `stretch` of zero. Which row is that? Guess, then compare with the last row [as it was](#layer).
# - In the section on heads, set the loudness to `[-1.0, -1.0]`. What becomes of the output, and why need you not run it?
