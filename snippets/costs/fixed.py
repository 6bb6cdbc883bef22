"""Exercise: the state of linear attention against a cache, for one head of 128 numbers."""

r = d_v = d_k = 128
state = r * d_v + r                                  # phi(K)^T V and the sum of phi(K)
word = d_k + d_v                                     # a key and a value
longest = state // word                              # the last length with the smaller cache
from_here = longest + 1
T = 8192
times = T * word / state

if __name__ == "__main__":
    print(state, word, from_here, f"{times:.0f}")
