# ---
# title: 实验：信号走哪条路
# description: 同一句话，让卷积、循环、注意力各读一遍；先猜，再运行，看第一个词的信号怎样传到最后一个词。
# ---

# %% [markdown]
# # 实验：信号走哪条路 { #paths }
#
# 这是前几章的实验课：四个词，三种读法，看第一个词怎样影响最后一个词。
# 做法很简单：读完题，先把你猜的写下来，再运行格子，然后展开答案对一对。
# 猜错的地方，就是值得回头去读的地方。
#
# 格子有两种。
# 标着名字的是书中的程序，和正文里的一样，只少了从别处引入数据的几行，因为前面的格子已经算好了。
# 标着「动手改」的留给你：注释里写着改哪里，改了再运行，想改几次都行。
# 从上往下依次运行；改乱了，就从头重来。

# %% [markdown]
# ## 四个词 { #words }
#
# 这句话切成四个词，一行一个。

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
# ## 卷积：一层挪一步 { #window }
#
# [卷积](../convolution.md#byhand)的一层里，每个词只看左邻、自己和右邻。
# 同一个核叠三层，最后一个词看得见谁，第二个程序用雅可比矩阵查了一遍。

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
# **先猜。**
# 下面换一种查法：把第一个词换成 NaN（「不是数」，和谁做运算，结果都是 NaN），再叠三层。
# 每一层之后，四个词里有哪几个被它染上？

# %% try
X_spoilt = X.clone()
X_spoilt[0] = torch.nan                          # change: 0, 1, 2 or 3
Y = X_spoilt.T                                   # (in, T)
for layer in (1, 2, 3):
    Y = conv1d(Y, W, padding=1)                  # change: 0 * W in place of W
    print(layer, Y.isnan().any(dim=0).tolist())

# %% [markdown]
# /// details | 对一对
# 第一层染上两个，第二层三个，第三层四个：一层往右挪一步，不多也不少。
# 上面那个程序从另一头看见同一件事：最后一个词要到第三层才看得见第一个词。
# 染的若是第二个词，它左右都有邻居，一层就是三个，两层便是全部。
#
# 把 `W` 换成 `0 * W`，结果一模一样。
# 零乘 NaN 还是 NaN，所以 NaN 查的是有没有[通路](../signal.md#paths)，不是路上的系数有多大。
# 路在而系数为零，[梯度照样是零](../convolution.md#zero)：通了路，不等于收得到信号。
# ///

# %% [markdown]
# ## 循环：每走一步，乘一次 { #recurrence }
#
# [循环网络](../recurrence.md#cell)从左往右读，每个词都用同样的两个矩阵。
# 下面四个程序依次是：一个单元；往前四步；往回四步；同一句话念八遍。
# $L$ 取最后一个状态的第二个数。

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
# 往回走到第一个词，四个词时还剩 0.057，念八遍以后只剩 $9.9\times10^{-13}$。 <!--= recurrence/backward.far recurrence/length.first_word -->
#
# **先猜。**
# 每退一步都要乘一次 $W_h$，那么把 $W_h$ 整个放大，第一个词是不是就有救了？
# 放大多少最好？句子短和句子长，答案一样吗？

# %% try
for scale in (0.5, 1, 2, 4, 8):                  # change: what W_h is multiplied by
    row = []
    for times in (1, 8):                         # change: how often the sentence is said
        h_try = states(X.repeat(times, 1), W_x, scale * W_h)
        _, G_try = gradients(h_try, scale * W_h, torch.tensor([0.0, 1.0]))
        row.append(f"{(G_try @ W_x)[0].norm():.1e}")
    print(scale, *row)

# %% [markdown]
# /// details | 对一对
# 不放大的那一行，就是上面的两个数：0.057 和 $9.9\times10^{-13}$。 <!--= recurrence/backward.far recurrence/length.first_word -->
#
# 放大一些，两列都变大：矩阵长了，连乘缩得慢了。
# 放大过了头，两列又都掉下去。
# 状态被推到 $\tanh$ 的两端，那里的斜率 $1-h_t^2$ 接近零，矩阵多出来的，斜率加倍扣回去。
# 长句子比短句子更早到顶：它多走许多步，扣的次数也多得多。
#
# 所以没有一个倍数处处合适：每一步的因子取决于当时的状态，而状态取决于句子。
# [「对上了」的那个因子](../recurrence.md#circular)也要打这个折扣。
# ///

# %% [markdown]
# ## 注意力：一步到位 { #attention }
#
# [注意力](../attention.md#forward)让每个词直接问每个词。

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
# 最后一个词给第一个词的权重是 0.317，给第二个词的只有 0.0022。 <!--= attention/forward.last[0] attention/forward.last[1] -->
#
# **先猜。**
# 下一个程序把第一个词改得和第二个词一模一样，再算一遍；旁边放着一张学出来就不再变的表 $W$，数字恰好等于原来的权重。
# 改完之后，最后一个词给第一个词多少？那张表呢？

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
# /// details | 对一对
# 第一、二个词现在是同一个词，权重也就相同，都是 0.003。 <!--= attention/frozen.row_new[0] -->
# 表不知道词换了，照旧给 0.317。 <!--= attention/frozen.row_kept[0] -->
# 这就是[系数当场算出来](../attention.md#computed)的意思。
# ///
#
# **再猜。**
# 现在轮到你来写第一个词。
# 先让它和最后一个词一样，也就是 $(2, 1)$，它拿到的权重会比最后一个词自己大，还是小？ <!--= attention/forward.X[3] -->
# 然后想办法让它拿到九成以上。

# %% try
X_try = X.clone()
X_try[0] = torch.tensor([2.0, 1.0])              # change: any two numbers
print([round(weight, 3) for weight in coefficients(X_try)[-1].tolist()])

# %% [markdown]
# /// details | 对一对
# 不大也不小，正好一样：键只看这个词是什么，不看它站在哪里。
# 站得远并不吃亏，[站得近也不占便宜](../attention.md#dilution)。
#
# 要拿到九成，看键就行。
# 最后一个词的查询是 $q_4 = (-1, 2)$，键若是 $(a, b)$，打分就随 $2b - a$ 增长。 <!--= attention/row.q_4 -->
# 键又等于 $x_1 W_K$，所以把 $x_1$ 的第一个数加大就行，再加一点就够了。
# ///

# %% [markdown]
# ## 念八遍 { #repeated }
#
# **先猜。**
# 把同一句话念八遍，凑成 32 个词，第一个词拿到的权重和梯度会变成原来的多少？ <!--= attention/repeated.lengths[1] -->
# 循环网络那里，它掉了不止十个数量级。

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
# /// details | 对一对
# 八份相同的键平分，权重从 0.317 变成 0.040，恰好是八分之一；梯度从 1.99 变成 0.248，也是八分之一。 <!--= attention/repeated.weights[0] attention/repeated.weights[1] attention/repeated.firsts[0] attention/repeated.firsts[1] -->
# 八份拷贝无论远近，收到的一样多：不是衰减，是摊薄。
# ///
#
# 三种读法放在一起，第一个词到最后一个词：
#
# | | 4 个词 | 32 个词 <!--= attention/repeated.lengths[0] attention/repeated.lengths[1] --> |
# |---|---|---|
# | 卷积，要几层才看得见 | 3 | 31 <!--= convolution/reach.centred[0] convolution/reach.centred[2] --> |
# | 循环，梯度 | 0.057 | $9.9\times10^{-13}$ <!--= recurrence/backward.far recurrence/length.first_word --> |
# | 注意力，梯度 | 1.99 | 0.248 <!--= attention/repeated.firsts[0] attention/repeated.firsts[1] --> |
#
# 三行不是同一个量，不能上下比；要看的是各自从左到右怎样变。
# 同一个任务上的较量，见[三者做同一件事](../attention.md#lengths)。

# %% [markdown]
# ## 接着试 { #further }
#
# - 在循环网络的格子里把 `X` 换成 `X.flip(0)`，让句子倒着念。第一个词的梯度还是原来那个数吗？猜完再看[对上了，能说明什么](../recurrence.md#circular)。
# - 在 NaN 的格子里多叠几层，只染中间的词，数一数几层之后全部染上。
# - 在最后一个「动手改」的格子里，让第一个词等于零向量。它的权重不是零；为什么？
