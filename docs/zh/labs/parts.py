# ---
# title: 实验：换一个零件
# description: 四个词的注意力，一次只换一处：遮住谁，谁排第几，打分除以多少，几个头；先猜，再运行。
# ---

# %% [markdown]
# # 实验：换一个零件 { #parts }
#
# 还是那四个词、那一层注意力，这回一节换一个零件：掩码、次序、位置、温度、头。
# 和[上一个实验](paths.py#paths)一样：先猜，再运行，再展开答案。
# 标着名字的格子是书中的程序，「动手改」的格子是你的。

# %% [markdown]
# ## 原样 { #layer }
#
# 先把没动过的一层算出来，后面每一节都和它比。

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
# ## 遮住 { #mask }
#
# [因果掩码](../scores.md#causal)不让任何词看后面的词。
#
# **先猜。**
# 四行权重里，哪一行完全不变？哪一行不用算就知道？

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
# /// details | 对一对
# 最后一行不变：它后面没有词，本来就什么也没遮。
# 第一行只剩自己，权重只能是 1。 <!--= scores/causal.alpha[0, 0] -->
# ///
#
# **再猜。**
# 不让最后一个词看自己，它原来给自己的 0.643 会分给谁？平分，还是给最近的，还是给打分最高的？ <!--= attention/forward.last[3] -->

# %% try
M_try = torch.ones(4, 4).bool().tril()
M_try[3, 3] = False                              # change: hide what you like
row = S.masked_fill(~M_try, -torch.inf).softmax(dim=-1)[3]
print([round(weight, 3) for weight in row.tolist()])

# %% [markdown]
# /// details | 对一对
# 按比例分：剩下三个词的权重同乘一个数，彼此之比不变。
# softmax 只管比例，遮掉一个，别人的指数不动，只是分母小了。
# （把一行全遮住会怎样？试试 `M_try[3] = False`，再看[什么也不许看](../scores.md#nothing)。）
# ///

# %% [markdown]
# ## 换个次序 { #order }
#
# 下面两个程序把句子倒过来念，再看每个词的输出，一次不遮，一次用因果掩码。
#
# **先猜。**
# 哪一次，每个词的输出和原来一模一样？

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
# /// details | 对一对
# 不遮的那一次，一个数也不差：[次序早就丢了](../positions.md#equivariance)。
# 用了因果掩码，差得最多的一处差了 2.468：前面有谁，本身就泄露了次序。 <!--= positions/causal.gap_causal -->
# ///
#
# **再猜。**
# 不倒过来，只把前两个词对调。
# 用因果掩码时，四个词里哪几个的输出会变？

# %% try
order_try = [1, 0, 2, 3]                         # change: any order
back = torch.tensor(order_try).argsort()         # row j belongs to word j again
for mask in (everywhere, M):
    change = attention(X[order_try], mask)[back] - attention(X, mask)
    print([round(size, 3) for size in change.norm(dim=1).tolist()])

# %% [markdown]
# /// details | 对一对
# 只有对调的那两个。
# 后面两个词看见的，还是同样几个词，谁先谁后它们分不出来：因果掩码告诉一个词前面有谁，却不告诉它[他们怎样排](../positions.md#causal)。
# ///

# %% [markdown]
# ## 给个位置 { #position }
#
# 要分得出来，就得把位置写进去。
# 这里有两种写法：[正弦编码加到词上](../positions.md#sinusoids)，[RoPE 按位置转动查询和键](../positions.md#rope)。

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
# **先猜。**
# 整句话往后挪七位，前面什么也没有，词与词的距离都不变。
# 哪一种写法的权重会跟着变？
# 如果不是挪，而是每两个词之间都空出一位呢？

# %% try
for shift, stretch in ((0, 1), (7, 1), (0, 2)):  # change: places moved, places between words
    t_try = shift + stretch * torch.arange(4.0)
    added = weights(X + sinusoids(t_try, 2))[3]
    rope = (turned(Q, t_try) @ turned(K, t_try).T / d_k**0.5).softmax(dim=-1)[3]
    for row in (added, rope):
        print(shift, stretch, [round(weight, 3) for weight in row.tolist()])

# %% [markdown]
# /// details | 对一对
# 挪的时候，RoPE 的权重分毫不变：两边一起转，夹角只看距离。
# 加到词上的会变，而且变得不少：看全四行，变得最多的一格差了 0.494。 <!--= positions/shift.gaps[0] -->
# 拉开的时候，两种都变：距离变了，理当如此。
#
# 不变未必就更好，要看任务：第几个词这件事，[有时正是要紧的](../positions.md#length)。
# ///

# %% [markdown]
# ## 冷一点，热一点 { #temperature }
#
# 打分先除以温度 $\tau$，再做 softmax；$\sqrt{d_k}$ 不过是其中一个取值。

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
# **先猜。**
# 温度越低，权重越集中，这不难猜。
# 那么最后一个权重对打分的梯度呢：越冷越大，越冷越小，还是中间最大？

# %% try
for tau in (0.1, 0.5, 1.0, 2.0, 10.0, 100.0):    # change: any positive numbers
    p = products.clone().requires_grad_()
    (slope,) = torch.autograd.grad((p / tau).softmax(dim=-1)[3], p)
    print(tau, [round(weight, 3) for weight in weights(tau).tolist()], f"{slope.norm():.1e}")

# %% [markdown]
# /// details | 对一对
# 中间最大，两头都小，理由不一样。
# 太热，人人差不多，打分动一动，除以 $\tau$ 就没了。
# 太冷，赢家通吃，权重贴着零和一，[softmax 到了头](../scores.md#saturation)，推也推不动。
# 所以要缩放：不是怕数大，是怕学不动。
# ///

# %% [markdown]
# ## 两个头 { #heads }
#
# 最后换头数：[两个头](../heads.md#four-words)，各有各的查询、键和值，拼起来再乘 $W_O$。

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
# **先猜。**
# 最后一个词的输出是 $(2.248, 3.935)$。 <!--= heads/four_words.Z[3] -->
# 只留第一个头，再只留第二个头，得到的两个输出与它是什么关系：平均，相加，还是没有关系？

# %% try
for on in ([1.0, 1.0], [1.0, 0.0], [0.0, 1.0]):  # change: how loud each head is
    heads_try = heads * torch.tensor(on)[:, None, None]
    print(on, [round(z, 3) for z in (torch.cat([*heads_try], dim=-1) @ W_O)[-1].tolist()])

# %% [markdown]
# /// details | 对一对
# 相加。
# 拼起来再乘一个矩阵，就是每个头各乘自己的那几行，[再加在一起](../heads.md#law)。
# 这里每个头只交出一个数，分别是 3.092 和 −0.843；$W_O$ 的两行把它们各变成一个输出。 <!--= heads/four_words.heads[:, 3, 0] -->
# ///

# %% [markdown]
# ## 接着试 { #further }
#
# - 在遮掩那一节，把最后一行只留一个词。权重是多少？需要打分吗？
# - 在位置那一节，让 RoPE 的 `stretch` 等于零。得到的是哪一行？先猜，再和[原样](#layer)的最后一行比。
# - 在头那一节，把音量改成 `[-1.0, -1.0]`。输出会怎样？为什么不用运行就知道？
