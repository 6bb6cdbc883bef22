# ---
# title: Lab – which way the signal goes
# description: One sentence, read by convolution, recurrence and attention. Guess first, then run, and see how the first word reaches the last.
# ---

# %% [markdown]
# # Lab: which way the signal goes { #paths }
#
# This is the practical for the last chapters: four words, three ways to read them, and how the first word acts on the last.
# The rule is simple. Read the question, write down your guess, run the cell, then open the answer and compare.
# Where you guessed wrong is where it pays to read again.
#
# There are two kinds of cell.
# Those with a name are the book’s programs, as they stand in the chapters, less the lines that fetch data from elsewhere: earlier cells have computed it.
# Those marked “change this” are yours: a comment says what to change; run them as often as you like.
# Run from top to bottom; if you have tied yourself in a knot, start again from the top.

# %% [markdown]
# ## Four words { #words }
#
# The sentence is cut into four words, one a row.

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

# %% [markdown]
# ## Convolution: one step a layer { #window }
#
# In one layer of [convolution](../convolution.md#byhand) each word sees its left neighbour, itself and its right neighbour.
# The second program stacks the same kernel three times and asks, by Jacobians, whom the last word sees.

# %% convolution/window
"""The first layer by hand: every word takes from its left neighbour, itself and its right one."""

import torch

torch.set_default_dtype(torch.float64)

W = torch.tensor([[[0.0, -1.0, -1.0], [1.0, 1.0, -1.0]],
                  [[1.0, 1.0, 1.0], [1.0, 1.0, 0.0]]])    # (out, in, k)
W_left, W_own, W_right = W[:, :, 0], W[:, :, 1], W[:, :, 2]    # (out, in) each

columns = X.T                                    # (in, T): Conv1d wants a word a column
zero = torch.zeros(2, 1)                         # what padding=1 puts at either end
padded = torch.cat([zero, columns, zero], dim=1)     # (in, T + 2)

left = W_left @ padded[:, :-2]                   # (out, T)
own = W_own @ padded[:, 1:-1]                    # (out, T)
right = W_right @ padded[:, 2:]                  # (out, T)
Y_1 = left + own + right                         # (out, T)

window = padded[:, :3]                           # (in, k), around the first word
terms = torch.stack([W[0].flatten(), window.flatten()], dim=1)    # (in * k, 2)
first = terms.prod(dim=1).sum()

print(Y_1)

# %% convolution/field
"""Which words the last word sees after one, two and three layers, by exact Jacobians."""

import torch
from torch.autograd.functional import jacobian
from torch.nn.functional import conv1d

torch.set_default_dtype(torch.float64)


def last_word(layers):
    def run(X):
        Y = X.T                                  # (channels, T)
        for _ in range(layers):
            Y = conv1d(Y, W, padding=1)
        return Y[:, -1]                          # (out,)

    return run


J = torch.stack([jacobian(last_word(n), X) for n in (1, 2, 3)])    # (layers, out, T, in)
J_1, J_2, J_3 = J[:, :, 0, :]                    # the last word by the first, (out, in) each
seen = (J != 0).any(dim=3).any(dim=1).int()      # (layers, T)

W_left = W[:, :, 0]                              # (out, in)
square = W_left @ W_left
cube = W_left @ W_left @ W_left

print(J_1, J_2, J_3, cube, seen, sep="\n")

# %% [markdown]
# **Guess first.**
# Here is another way to ask: put NaN (“not a number”, which turns whatever it meets into NaN) in place of the first word, and stack three layers.
# Which of the four words has it stained after each layer?

# %% try
X_spoilt = X.clone()
X_spoilt[0] = torch.nan                          # change: 0, 1, 2 or 3
Y = X_spoilt.T                                   # (in, T)
for layer in (1, 2, 3):
    Y = conv1d(Y, W, padding=1)                  # change: 0 * W in place of W
    print(layer, Y.isnan().any(dim=0).tolist())

# %% [markdown]
# /// details | Compare
# Two after the first layer, three after the second, four after the third: one step to the right a layer, no more and no less.
# The program above sees the same from the other end: it takes three layers until the last word sees the first.
# Stain the second word, which has a neighbour on either side, and one layer makes it three, two layers all of them.
#
# With `0 * W` in place of `W` nothing changes.
# Zero times NaN is still NaN, so NaN tells whether there is a [path](../signal.md#paths), not how large the coefficients along it are.
# Where there is a path but a coefficient is zero, [the gradient is zero all the same](../convolution.md#zero): a road is not yet a message.
# ///

# %% [markdown]
# ## Recurrence: one more factor a step { #recurrence }
#
# A [recurrent network](../recurrence.md#cell) reads from left to right, with the same two matrices for every word.
# The next four programs are one cell, four steps forward, four steps back, and the same sentence said eight times.
# $L$ is the second number of the last state.

# %% recurrence/cell
"""One recurrent cell: two matrices, used again at every word."""

import torch

torch.set_default_dtype(torch.float64)

W_x = torch.tensor([[-0.65, 0.20], [-0.50, 0.85]])    # (d_h, d)
W_h = torch.tensor([[-0.15, -0.40], [0.05, 0.55]])    # (d_h, d_h)
parameters = W_x.numel() + W_h.numel()


def states(X, W_x, W_h):
    h, rows = X.new_zeros(len(W_h)), []               # h_{-1} = 0
    for x in X:
        h = torch.tanh(W_x @ x + W_h @ h)             # (d_h,)
        rows.append(h)
    return torch.stack(rows)                          # (T, d_h)


def gradients(h, W_h, G):
    G_h, G_pre = [G], []                              # G is ∂L/∂h_{T-1}, (d_h,)
    for t in range(len(h) - 1, -1, -1):
        G_pre.append(G_h[-1] * (1 - h[t] ** 2))       # ∂L/∂pre_t, (d_h,)
        G_h.append(G_pre[-1] @ W_h)                   # ∂L/∂h_{t-1}, (d_h,)
    return torch.stack(G_h[-2::-1]), torch.stack(G_pre[::-1])    # (T, d_h) each


print("W_x", *W_x.tolist())
print("W_h", *W_h.tolist())
print("parameters", parameters)

# %% recurrence/forward
"""The four words forward, one step after another."""

import torch

torch.set_default_dtype(torch.float64)

pre = torch.zeros(4, 2)                               # (T, d_h)
h = torch.zeros(4, 2)                                 # (T, d_h)

pre[0] = W_x @ X[0]                                   # h_{-1} = 0
h[0] = torch.tanh(pre[0])
pre[1] = W_x @ X[1] + W_h @ h[0]
h[1] = torch.tanh(pre[1])
pre[2] = W_x @ X[2] + W_h @ h[1]
h[2] = torch.tanh(pre[2])
pre[3] = W_x @ X[3] + W_h @ h[2]
h[3] = torch.tanh(pre[3])

from_word = X @ W_x.T                                 # row t is W_x x_t, (T, d_h)
from_state = torch.cat([torch.zeros(1, 2), h[:-1]]) @ W_h.T    # row t is W_h h_{t-1}

for t in range(4):
    print(words[t], *(f"{v:.3f}" for v in (*pre[t], *h[t])))

# %% recurrence/backward
"""The gradient back through the four words, one step after another."""

import torch

torch.set_default_dtype(torch.float64)

slope = 1 - h**2                                      # tanh'(pre_t), (T, d_h)
G_h = torch.zeros(4, 2)                               # row t is ∂L/∂h_t
G_pre = torch.zeros(4, 2)                             # row t is ∂L/∂pre_t

G_h[3] = torch.tensor([0.0, 1.0])                     # L is the second component of h_3
G_pre[3] = G_h[3] * slope[3]
G_h[2] = G_pre[3] @ W_h
G_pre[2] = G_h[2] * slope[2]
G_h[1] = G_pre[2] @ W_h
G_pre[1] = G_h[1] * slope[1]
G_h[0] = G_pre[1] @ W_h
G_pre[0] = G_h[0] * slope[0]
G_x = G_pre @ W_x                                     # row t is ∂L/∂x_t, (T, d)

state_norms = G_h.norm(dim=1)                         # (T,)
word_norms = G_x.norm(dim=1)                          # (T,)
step = state_norms[:-1] / state_norms[1:]             # one factor per step back
far, near = word_norms[0].item(), word_norms[3].item()
ratio = near / far

for t in (3, 2, 1, 0):
    print(t, f"{state_norms[t]:.4f} {word_norms[t]:.4f}")
print(f"{ratio:.2f}")

# %% recurrence/length
"""The sentence eight times over: an estimate from three steps, and 31 steps measured."""

import torch

short = state_norms

torch.set_default_dtype(torch.float64)

factor = short[0].item() ** (1 / 3)
after_3, after_15, after_31 = 0.415**3, 0.415**15, 0.415**31
after_31_unrounded = factor**31

X_long = X.repeat(8, 1)                               # (T, d)
T, steps = len(X_long), len(X_long) - 1
h = states(X_long, W_x, W_h)                          # (T, d_h)
G_h, G_pre = gradients(h, W_h, torch.tensor([0.0, 1.0]))
state_norms = G_h.norm(dim=1)                         # (T,)
word_norms = (G_pre @ W_x).norm(dim=1)                # (T,)
first_state, first_word = state_norms[0].item(), word_norms[0].item()
too_large = after_31 / first_state
step = (first_state / state_norms[28].item()) ** (1 / 28)    # over seven whole sentences

print(f"factor {factor:.4f}, measured {step:.4f}")
print(f"estimate {after_31:.3g}, measured {first_state:.3g}, on the word {first_word:.3g}")

# %% [markdown]
# Back at the first word 0.057 is left of the gradient in a sentence of four words; of the sentence said eight times, $9.9\times10^{-13}$. <!--= recurrence/backward.far recurrence/length.first_word -->
#
# **Guess first.**
# Each step back multiplies by $W_h$ once more. So does the first word fare better if all of $W_h$ is made larger?
# By how much, at best? And is the answer the same for a short sentence and a long one?

# %% try
for scale in (0.5, 1, 2, 4, 8):                  # change: what W_h is multiplied by
    row = []
    for times in (1, 8):                         # change: how often the sentence is said
        h_try = states(X.repeat(times, 1), W_x, scale * W_h)
        _, G_try = gradients(h_try, scale * W_h, torch.tensor([0.0, 1.0]))
        row.append(f"{(G_try @ W_x)[0].norm():.1e}")
    print(scale, *row)

# %% [markdown]
# /// details | Compare
# The row in which nothing is enlarged has the two numbers from above: 0.057 and $9.9\times10^{-13}$. <!--= recurrence/backward.far recurrence/length.first_word -->
#
# Enlarge a little, and both columns grow: a longer matrix, a product that shrinks less.
# Enlarge too much, and both fall again.
# The states are driven to the ends of $\tanh$, where the slope $1-h_t^2$ is close to zero, and what the matrix adds the slope takes back, and more.
# The long sentence is past its best sooner than the short one: it takes many more steps, and pays at every one.
#
# So no one scale suits all: the factor of a step depends on the state, and the state on the sentence.
# The [factor that came out right](../recurrence.md#circular) is to be read with that in mind.
# ///

# %% [markdown]
# ## Attention: there in one step { #attention }
#
# In [attention](../attention.md#forward) every word asks every word.

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
# The last word gives the first a weight of 0.317, and the second only 0.0022. <!--= attention/forward.last[0] attention/forward.last[1] -->
#
# **Guess first.**
# The next program makes the first word the same as the second and computes everything again; beside it stands a table $W$ that was learnt and no longer changes, and that happens to hold the old weights.
# What does the last word give the first now? And the table?

# %% attention/frozen
"""Coefficients that are computed against the same coefficients, learnt and kept."""

import torch

W = alpha.clone()  # (T, T), a table of parameters that happens to hold alpha


def coefficients(X: torch.Tensor) -> torch.Tensor:
    """Return alpha (T, T) for the sentence X (T, d)."""
    return ((X @ W_Q) @ (X @ W_K).T / 2**0.5).softmax(dim=-1)


X_new = X.clone()
X_new[0] = torch.tensor([0.0, 1.0])  # the first word says what the second says
alpha_new = coefficients(X_new)      # (T, T)

row, row_new, row_kept = alpha[-1], alpha_new[-1], W[-1]
z, z_new = (alpha @ X @ W_V)[-1], (alpha_new @ X_new @ W_V)[-1]  # computed coefficients
z_kept, z_kept_new = (W @ X @ W_V)[-1], (W @ X_new @ W_V)[-1]    # learnt coefficients

moved = alpha_new != alpha
moved_entries = int(moved.sum())

for line in (row, row_new, row_kept, z, z_new, z_kept, z_kept_new):
    print([round(x, 3) for x in line.tolist()])
print("entries of alpha that moved:", moved_entries, "of", alpha.numel())

# %% [markdown]
# /// details | Compare
# The first two words are now one and the same, and so are their weights: 0.003 each. <!--= attention/frozen.row_new[0] -->
# The table does not know that a word has changed, and still gives 0.317. <!--= attention/frozen.row_kept[0] -->
# This is what it means that [the coefficients are computed](../attention.md#computed) on the spot.
# ///
#
# **Guess again.**
# Now you write the first word.
# Begin by making it equal to the last, which is $(2, 1)$: does it get more than the last word itself, or less? <!--= attention/forward.X[3] -->
# Then find a way to give it nine tenths or more.

# %% try
X_try = X.clone()
X_try[0] = torch.tensor([2.0, 1.0])              # change: any two numbers
print([round(weight, 3) for weight in coefficients(X_try)[-1].tolist()])

# %% [markdown]
# /// details | Compare
# Neither: exactly as much. A key depends on what the word is, not on where it stands.
# To be far away costs nothing, and [to be near gains nothing](../attention.md#dilution).
#
# For the nine tenths look at the keys.
# The query of the last word is $q_4 = (-1, 2)$; with a key $(a, b)$ the score grows with $2b - a$. <!--= attention/row.q_4 -->
# The key in turn is $x_1 W_K$, so make the first number of $x_1$ larger; a little is enough.
# ///

# %% [markdown]
# ## Eight times over { #repeated }
#
# **Guess first.**
# Say the sentence eight times, 32 words in all. What becomes of the weight of the first word, and of its gradient? <!--= attention/repeated.lengths[1] -->
# In the recurrent network it fell by more than ten orders of magnitude.

# %% attention/repeated
"""The same sentence said again and again: nothing decays with distance, all is diluted."""

import torch

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

for i, T in enumerate(lengths):
    print(f"T = {T:4}   weight {weights[i]:.5f}   gradient {firsts[i]:.5f}")
print("the eight copies at T = 32:", [round(x, 4) for x in at_32.tolist()])

# %% [markdown]
# /// details | Compare
# Eight equal keys share: the weight goes from 0.317 to 0.040, one eighth of it, and the gradient from 1.99 to 0.248, one eighth too. <!--= attention/repeated.weights[0] attention/repeated.weights[1] attention/repeated.firsts[0] attention/repeated.firsts[1] -->
# All eight copies, near or far, receive the same: nothing has decayed, it was divided.
# ///
#
# The three readers side by side, from the first word to the last:
#
# | | 4 words | 32 words <!--= attention/repeated.lengths[0] attention/repeated.lengths[1] --> |
# |---|---|---|
# | convolution: layers until it is seen | 3 | 31 <!--= convolution/reach.centred[0] convolution/reach.centred[2] --> |
# | recurrence: gradient | 0.057 | $9.9\times10^{-13}$ <!--= recurrence/backward.far recurrence/length.first_word --> |
# | attention: gradient | 1.99 | 0.248 <!--= attention/repeated.firsts[0] attention/repeated.firsts[1] --> |
#
# The rows are not one quantity, so do not compare them with each other; see how each changes from left to right.
# For a contest on one task, see [one task, three readers](../attention.md#lengths).

# %% [markdown]
# ## Further { #further }
#
# - In the cell on recurrence, put `X.flip(0)` in place of `X`, and the sentence is read backwards. Is the gradient of its first word still the same number? Guess, then read [what it proves that it came out right](../recurrence.md#circular).
# - In the cell with NaN, stack more layers and stain a word in the middle; how many layers until all are stained?
# - In the last cell of your own, let the first word be the zero vector. Its weight is not zero; why?
