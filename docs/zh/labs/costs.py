# ---
# title: 实验：省下来的，拿什么换
# description: 四个词上的五笔账：一遍算完、线性注意力、窗口、缓存、内存；先猜，再运行，看省下的是什么，付出的是什么。
# ---

# %% [markdown]
# # 实验：省下来的，拿什么换 { #costs }
#
# [代价](../costs.md#costs)那一章讲了几种省法。
# 有的只换算法，结果一个数也不变；有的换掉了结果。
# 这里把它们都放到四个词上，你来猜哪些是白省的。
# 规矩照旧：先猜，再运行，再展开答案。

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
# ## 一遍算完 { #online }
#
# [只读一遍的 softmax](../costs.md#online)边读边改：碰到更高的打分，就把先前的和打个折。

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
# **先猜。**
# 四个词换个次序喂进去，最后的输出会变吗？中途打折的次数呢？
# 次序怎样排，才一次折也不用打？

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
# /// details | 对一对
# 最后的输出不变，还是 $(0.958, 3.964)$：加法不认次序，折扣总能补回来。 <!--= costs/online.z -->
# （换了次序，最末几位可能不同，那是浮点数的舍入。）
# 头一个词之后，每遇到一个新的最高分就打一次折；原来的次序打过一次，折扣是 0.493。 <!--= costs/online.factors[3] -->
# 最高分排头一个，就再也不用打折。
# 这一种是白省的。
# ///

# %% [markdown]
# ## 分得粗一点 { #linear }
#
# [线性注意力](../costs.md#linear)把指数换成两个特征的乘积，于是句子再长，也只要记一个小矩阵。

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
# 最后一行，softmax 是 0.317、0.002、0.038、0.643，线性的是 0.305、0.060、0.220、0.415。 <!--= costs/linear.last_softmax costs/linear.last -->
#
# **先猜。**
# 换一种特征，能不能让它和 softmax 一样尖？

# %% try
for name, phi_try in (("elu + 1", phi), ("relu", torch.relu), ("exp", torch.exp)):  # change: add one
    products_try = phi_try(Q[3]) @ phi_try(K).T
    print(name, [round(a, 3) for a in (products_try / products_try.sum()).tolist()])

# %% [markdown]
# /// details | 对一对
# `exp` 最接近：最大的一格几乎一样，最小的一格却大了好几倍；`relu` 倒能给出真正的零。
# 加大特征（试试 `lambda A: (3 * A).exp()`）还能更尖，但不能处处合身：两个特征乘出来的表，秩至多是二，打分取了指数的那张表，秩是四。
# 这一种不是白省的：[省了记忆，换掉了结果](../costs.md#paid)。
# ///

# %% [markdown]
# ## 少看一点 { #window }
#
# [窗口](../costs.md#window)让每个词只看自己和前一个词。

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
# **先猜。**
# 窗口宽两个词，最后一个词要三层才看得见第一个词。
# 宽三个词呢？宽四个词呢？

# %% try
for w_try in (2, 3, 4):                          # change: 1 fails; why?
    seen_try = (j <= i) & (j > i - w_try)
    alpha_try = S.masked_fill(~seen_try, -torch.inf).softmax(dim=-1)
    powers = (torch.linalg.matrix_power(alpha_try, N)[3, 0] for N in range(1, T))
    print(w_try, next(N for N, weight in enumerate(powers, 1) if weight > 0))

# %% [markdown]
# /// details | 对一对
# 宽三个词要两层，宽四个词一层就够：每层多走 $w-1$ 步。
# 这正是[卷积](../convolution.md#field)那一章的感受野，注意力一旦只看近处，旧账就回来了。
# 宽一个词，谁也看不见别人，叠多少层都没用，所以程序报错。
# ///

# %% [markdown]
# ## 一次一个词 { #cache }
#
# [缓存](../costs.md#cache)把算过的键和值留着，新词来了只问一次。

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
# 缓存里的数每来一个词就多 4 个，念完四个词是 16 个。 <!--= costs/cache.kept[0] costs/cache.kept[3] -->
#
# **先猜。**
# 缓存只留最近两个词，更早的扔掉。
# 前两个词的输出变不变？最后一个词的输出，你在上面哪里见过？

# %% try
keep = 2                                         # change: 1, 2, 3 or 4
K_try, V_try = X[:0] @ W_K, X[:0] @ W_V
for x_try in X.split(1):
    K_try = torch.cat([K_try, x_try @ W_K])[-keep:]
    V_try = torch.cat([V_try, x_try @ W_V])[-keep:]
    z_try = (x_try @ W_Q @ K_try.T / d_k**0.5).softmax(dim=-1) @ V_try
    print([round(x, 3) for x in z_try[0].tolist()])

# %% [markdown]
# /// details | 对一对
# 前两个词不变，那时还没有什么可扔。
# 最后一个词得到 $(0.944, 4.888)$，就是上面窗口宽两个词的那一行：扔掉旧缓存，等于加了窗口。 <!--= costs/window.Z[3] -->
# 缓存本身是白省的，扔缓存不是。
# ///

# %% [markdown]
# ## 那张表有多大 { #memory }
#
# 最后一笔账用不着四个词：[权重表](../costs.md#memory)要占多少内存。

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
# GPT-3 全部层、全部头的权重表若同时留着，要 77.3 GB。 <!--= costs/memory.model_GB[1] -->
#
# **先猜。**
# 句子长一倍，这个数变成多少？再长一倍呢？

# %% try
N, H, _, T_model, size = models["GPT-3"]         # change: another model
for longer in (1, 2, 4):                         # change: how many times
    print(longer * T_model, f"{N * H * (longer * T_model) ** 2 * size / 1e9:.1f} GB")

# %% [markdown]
# /// details | 对一对
# 句子每长一倍，这个数翻两番。
# 这就是平方。
# 实际的程序并不留着这张表：[分块](../costs.md#blocks)算完一块扔一块，和开头那个「一遍算完」是同一回事。
# ///

# %% [markdown]
# ## 权重没有说的 { #weights }
#
# 省来省去，省的都是那张权重表。
# 它到底说了多少？[边界](../limits.md#same)那一章的回答，从这里开始。
# 前面几格改过几个名字，先把原来的一层再算一遍。

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
# 看第二个词那一行，权重是 $(0.403, 0.199, 0.199, 0.199)$，输出是 $(0.403, 2.597)$。 <!--= limits/moved.row limits/moved.z -->
#
# **先猜。**
# 想让输出一点不变，能不能把给第三个词的权重全部拿走？反过来，能不能让它独得一半以上？

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
# /// details | 对一对
# 都能。
# 全部拿走，或者给它 0.597，输出还是那一个：中间那个词的值恰好是两边的平均，权重沿着 `n` 怎么挪，平均数都浑然不觉。 <!--= limits/moved.most[2] -->
# 挪得太远，有的权重就成了负数，那才不再是注意力。
#
# 所以一张权重图只说怎样算的，没说[非这样算不可](../limits.md#same)。
# ///

# %% [markdown]
# ## 接着试 { #further }
#
# - 在「一遍算完」里让次序只含三个词，漏掉一个。得到的是哪一种遮法？
# - 在窗口那一节，把 `(j <= i) &` 去掉，窗口就往后也看。要几层才能让每个词看见每个词？
# - 在缓存那一节，只扔第一个词，其余都留着。哪些输出会变？
