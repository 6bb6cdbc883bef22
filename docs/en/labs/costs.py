# ---
# title: Lab – what you save, and what you pay
# description: Five bills on four words. One pass, linear attention, a window, a cache, memory. Guess first, then run, and see what is saved and what it costs.
# ---

# %% [markdown]
# # Lab: what you save, and what you pay { #costs }
#
# The chapter on [costs](../costs.md#costs) has several ways to save.
# Some change the algorithm and not one digit of the result; others change the result.
# Here they all are, on four words, and you guess which come for nothing.
# The rules are the same: guess, run, then open the answer.

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
# ## In one pass { #online }
#
# [Softmax in one pass](../costs.md#online) corrects itself as it reads: on meeting a higher score it marks down the sum so far.

# %% costs/online
"""Softmax in one pass: a running maximum, a running sum and a running output, four words."""

import torch

s = S[3]                                             # (T,), the scores of the last word
m, total, o = -torch.inf, 0.0, torch.zeros(2)        # maximum, sum, output not yet divided
highest, factors, sums, outputs, prefix = [], [], [], [], []
for s_j, v_j in zip(s.tolist(), V, strict=True):
    m_new = max(m, s_j)
    shrink, power = torch.tensor([m - m_new, s_j - m_new]).exp().tolist()
    total = shrink * total + power
    o = shrink * o + power * v_j                     # (d_v,)
    m = m_new
    highest.append(m)
    factors.append(shrink)
    sums.append(total)
    outputs.append((o / total).tolist())             # attention over the words so far
    prefix.append(torch.zeros(4).index_put((torch.arange(len(sums)),),
                                           s[:len(sums)].softmax(dim=0)))

z = o / total                                        # (d_v,)
z_plain = alpha[3] @ V
weights = torch.stack(prefix)                        # (T, T), row j: after j words

for row in zip(s.tolist(), highest, factors, sums, outputs, strict=True):
    print("{:6.3f} {:6.3f} {:6.3f} {:6.3f}".format(*row[:4]), [round(x, 3) for x in row[4]])
print(bool((z - z_plain).abs().max() < 1e-12))

# %% [markdown]
# **Guess first.**
# Feed it the four words in another order. Does the last output change? Does the number of markdowns?
# In which order is there none at all?

# %% try
m_try, total_try, o_try = -torch.inf, 0.0, torch.zeros(2)
for j in (3, 2, 1, 0):                           # change: any order
    higher = max(m_try, s[j].item())
    shrink_try, power_try = torch.tensor([m_try - higher, s[j] - higher]).exp()
    total_try = shrink_try * total_try + power_try
    o_try = shrink_try * o_try + power_try * V[j]
    m_try = higher
    print(j, f"{shrink_try:.3f}", [round(x, 3) for x in (o_try / total_try).tolist()])

# %% [markdown]
# /// details | Compare
# The last output does not change, it is $(0.958, 3.964)$ again: a sum knows no order, and the markdowns make up for it. <!--= costs/online.z -->
# (In another order the very last digits may differ; that is rounding.)
# After the first word, each new highest score is one markdown; the order as it was had one, by 0.493. <!--= costs/online.factors[3] -->
# Put the highest score first, and there is none.
# This one comes for nothing.
# ///

# %% [markdown]
# ## More coarsely { #linear }
#
# [Linear attention](../costs.md#linear) puts a product of two features in place of the exponential, so that however long the sentence, one small matrix is all it has to keep.

# %% costs/linear
"""Linear attention on the four words: features in place of the exponential."""

import torch
import torch.nn.functional as F

alpha_softmax = alpha


def phi(A):                                          # positive, and as wide as A
    return F.elu(A) + 1                              # x + 1 if x > 0, else e^x


phi_Q, phi_K = phi(Q), phi(K)                        # (T, r), (T, r)
A = phi_Q @ phi_K.T                                  # (T, T), in place of e^S
alpha = A / A.sum(dim=-1, keepdim=True)
Z = alpha @ V                                        # (T, d_v)

state, total = phi_K.T @ V, phi_K.sum(dim=0)         # (r, d_v), (r,): all that a query needs
z_4 = phi_Q[3] @ state / (phi_Q[3] @ total)
numerator, denominator = phi_Q[3] @ state, (phi_Q[3] @ total).item()
last, last_softmax = alpha[3], alpha_softmax[3]

torch.set_printoptions(precision=3, sci_mode=False)
print("phi(q_4)", phi_Q[3], "phi(K)", phi_K, sep="\n")
print("state", state, "total", total, sep="\n")
print("z_4", z_4, Z[3], "weights", last, last_softmax, sep="\n")

# %% [markdown]
# In the last row softmax has 0.317, 0.002, 0.038, 0.643, and linear attention 0.305, 0.060, 0.220, 0.415. <!--= costs/linear.last_softmax costs/linear.last -->
#
# **Guess first.**
# With other features, could it be as sharp as softmax?

# %% try
for name, phi_try in (("elu + 1", phi), ("relu", torch.relu), ("exp", torch.exp)):  # change: add one
    products_try = phi_try(Q[3]) @ phi_try(K).T
    print(name, [round(a, 3) for a in (products_try / products_try.sum()).tolist()])

# %% [markdown]
# /// details | Compare
# `exp` comes closest: its largest weight is nearly the same, its smallest several times too large; `relu` gives a true zero.
# Larger features (try `lambda A: (3 * A).exp()`) are sharper still, but cannot fit everywhere: a table made of two features has rank two at most, that of the exponentials of the scores has rank four.
# This one does not come for nothing: [memory is saved, the result is another](../costs.md#paid).
# ///

# %% [markdown]
# ## See less { #window }
#
# A [window](../costs.md#window) lets each word see itself and the one before it.

# %% costs/window
"""A window of two words: each of the four sees itself and the word before it."""

import torch

w = 2
T = len(Q)
i, j = torch.arange(T)[:, None], torch.arange(T)
seen = (j <= i) & (j > i - w)                        # (T, T), True where i sees j
S = Q @ K.T / d_k**0.5                               # (T, T)
alpha = S.masked_fill(~seen, -torch.inf).softmax(dim=-1)
Z = alpha @ V                                        # (T, d_v)

layers = next(N for N in range(T) if torch.linalg.matrix_power(alpha, N)[3, 0] > 0)

torch.set_printoptions(precision=3, sci_mode=False)
print(alpha)
print(Z[3])
print("layers until the last word sees the first:", layers)

# %% [markdown]
# **Guess first.**
# With a window of two words it takes three layers until the last word sees the first.
# And with three words? With four?

# %% try
for w_try in (2, 3, 4):                          # change: 1 fails; why?
    seen_try = (j <= i) & (j > i - w_try)
    alpha_try = S.masked_fill(~seen_try, -torch.inf).softmax(dim=-1)
    powers = (torch.linalg.matrix_power(alpha_try, N)[3, 0] for N in range(1, T))
    print(w_try, next(N for N, weight in enumerate(powers, 1) if weight > 0))

# %% [markdown]
# /// details | Compare
# Two layers with three words, one with four: each layer goes $w-1$ steps further.
# This is the receptive field of the chapter on [convolution](../convolution.md#field); let attention see only what is near, and the old bill comes back.
# With a window of one word nobody sees anybody, however many layers there are, and the program fails.
# ///

# %% [markdown]
# ## One word at a time { #cache }
#
# A [cache](../costs.md#cache) keeps the keys and values that were computed; when a new word comes, only that word asks.

# %% costs/cache
"""Four words one at a time: keys and values are kept, and only the new word asks."""

import torch
import torch.nn.functional as F

K, V = X[:0] @ W_K, X[:0] @ W_V                      # (0, d_k), (0, d_v): nothing read yet
cached, misaligned = [], []
for x in X.split(1):                                 # (1, d)
    q, K, V = x @ W_Q, torch.cat([K, x @ W_K]), torch.cat([V, x @ W_V])
    cached.append((q @ K.T / d_k**0.5).softmax(dim=-1) @ V)          # (1, d_v), no mask
    misaligned.append(F.scaled_dot_product_attention(
        q[None, None], K[None, None], V[None, None], is_causal=True)[0, 0])

Z, Z_wrong = torch.cat(cached), torch.cat(misaligned)                # (T, d_v)
S = (X @ W_Q) @ (X @ W_K).T / d_k**0.5               # (T, T)
future = torch.ones_like(S).triu(1).bool()           # True where j > i
Z_whole = S.masked_fill(future, -torch.inf).softmax(dim=-1) @ (X @ W_V)
read = [t + 1 for t in range(len(X))]
kept = [2 * (t + 1) * d_k for t in range(len(X))]    # numbers in the cache

torch.set_printoptions(precision=3, sci_mode=False)
print("cached", Z, "all at once", Z_whole, "is_causal=True", Z_wrong, sep="\n")
print("numbers kept", kept)

# %% [markdown]
# Each word adds 4 numbers to the cache, 16 after all four. <!--= costs/cache.kept[0] costs/cache.kept[3] -->
#
# **Guess first.**
# Keep only the last two words in the cache and drop what is older.
# Do the outputs of the first two words change? And that of the last: where have you seen it above?

# %% try
keep = 2                                         # change: 1, 2, 3 or 4
K_try, V_try = X[:0] @ W_K, X[:0] @ W_V
for x_try in X.split(1):
    K_try = torch.cat([K_try, x_try @ W_K])[-keep:]
    V_try = torch.cat([V_try, x_try @ W_V])[-keep:]
    z_try = (x_try @ W_Q @ K_try.T / d_k**0.5).softmax(dim=-1) @ V_try
    print([round(x, 3) for x in z_try[0].tolist()])

# %% [markdown]
# /// details | Compare
# Those of the first two do not: there was nothing to drop yet.
# The last word gets $(0.944, 4.888)$, the row of the window of two words above: to drop the old cache is to add a window. <!--= costs/window.Z[3] -->
# The cache comes for nothing; dropping it does not.
# ///

# %% [markdown]
# ## How large is the table { #memory }
#
# The last bill needs no words: the memory that the [tables of weights](../costs.md#memory) take.

# %% costs/memory
"""What the weights alpha of one text take: T^2 numbers for each head of each layer."""

# name: (layers N, heads H, d_k, words T, bytes of a number)
models = {
    "GPT-2 small": (12, 12, 64, 1024, 4),            # source: github.com/openai/gpt-2; float32
    "GPT-3": (96, 96, 128, 2048, 2),                 # source: arXiv:2005.14165, table 2.1; float16
    "Llama-3-8B": (32, 32, 128, 8192, 2),            # source: arXiv:2407.21783, table 3; bfloat16
}
_, heads, d_k, words, _ = zip(*models.values(), strict=True)
head = [T**2 * size for N, H, _, T, size in models.values()]
layer = [H * T**2 * size for N, H, _, T, size in models.values()]
model = [N * H * T**2 * size for N, H, _, T, size in models.values()]
times = [H * T // (H * k) for N, H, k, T, size in models.values()]   # weights of a word: its state
layer_GB, model_GB = [b / 1e9 for b in layer], [b / 1e9 for b in model]

for row in zip(models, head, layer, model, times, strict=True):
    print("{:12} {:14,} {:16,} {:18,} {:3}".format(*row))

# %% [markdown]
# If GPT-3 kept the tables of all heads of all layers at once, they would take 77.3 GB. <!--= costs/memory.model_GB[1] -->
#
# **Guess first.**
# What does it come to if the text is twice as long? And twice as long again?

# %% try
N, H, _, T_model, size = models["GPT-3"]         # change: another model
for longer in (1, 2, 4):                         # change: how many times
    print(longer * T_model, f"{N * H * (longer * T_model) ** 2 * size / 1e9:.1f} GB")

# %% [markdown]
# /// details | Compare
# Each time the text doubles, this doubles twice.
# That is what a square does.
# Real programs do not keep the tables: they compute them [in blocks](../costs.md#blocks) and throw each away, which is the one pass from the beginning of this lab.
# ///

# %% [markdown]
# ## What weights do not say { #weights }
#
# All this saving was on one table, that of the weights.
# How much does it say? Here is where the chapter on [limits](../limits.md#same) begins.
# The cells above have used some names anew, so compute the layer once more.

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
# Look at the row of the second word: its weights are $(0.403, 0.199, 0.199, 0.199)$, its output is $(0.403, 2.597)$. <!--= limits/moved.row limits/moved.z -->
#
# **Guess first.**
# Without changing the output at all, can you take everything from the third word? Or, the other way round, give it more than half?

# %% limits/moved
"""Weight moved from one word to two others, and the output stays where it is."""

import torch

torch.set_default_dtype(torch.float64)

n = torch.tensor([0.0, 1.0, -2.0, 1.0])          # (T,), a direction in which to move
total, gone = n.sum().item(), (n @ V).abs().max().item()           # both are 0 along it

row, z = alpha[1], Z[1]                          # 认识你 asks
none = row + row[2] / 2 * n                      # nothing left for 爱玩的
most = row - row[1] * n                          # nothing left for the other two
z_none = none @ V                                # (d_v,)

T, d_v = V.shape
dimension = T - torch.linalg.matrix_rank(torch.column_stack([V, torch.ones(T)])).item()
left, right = alpha[:, 2] ** 2, alpha[:, 1] * alpha[:, 3]          # (T,) each, for any asking word

for name, weights in (("row", row), ("none", none), ("most", most)):
    print(f"{name:5}", [round(x, 3) + 0.0 for x in weights.tolist()],
          [round(x, 3) for x in (weights @ V).tolist()])
print("dimension of the family:", dimension)

# %% try
for step in (-0.1, 0.0, 0.05):                   # change: how far along n
    row_try = row + step * n
    for numbers in (row_try, row_try @ V):
        print(step, [round(number, 3) for number in numbers.tolist()])

# %% [markdown]
# /// details | Compare
# Both.
# Take it all, or give it 0.597, and the output stays: the value of the word in the middle is the mean of those on either side, and however far the weights move along `n`, the average does not notice. <!--= limits/moved.most[2] -->
# Too far, and some weight turns negative; only then is it no attention any more.
#
# So a map of weights says how it was computed, not that it [had to be computed that way](../limits.md#same).
# ///

# %% [markdown]
# ## Further { #further }
#
# - In one pass, give an order that leaves a word out. Which mask is that?
# - In the section on windows, take out `(j <= i) &`, and the window looks ahead too. How many layers until every word sees every word?
# - In the section on the cache, drop the first word only and keep all others. Which outputs change?
