"""How many layers five architectures need until the last of T words sees the first."""

from snippets.convolution.paths import paths

lengths = [2**n for n in range(1, 12)]           # 2 ... 2048


def layers(T, dilation, causal=False):
    """The fewest layers with dilations from the rule whose reach is T - 1."""
    N, reach = 0, 0
    while reach < T - 1:
        reach += dilation(N) * (2 if causal else 1)
        N += 1
    return N


undilated = [layers(T, lambda n: 1) for T in lengths]
causal = [layers(T, lambda n: 1, causal=True) for T in lengths]
twos = [layers(T, lambda n: 2**n) for T in lengths]
threes_causal = [layers(T, lambda n: 3**n, causal=True) for T in lengths]
attention = [1 for T in lengths]

connected = [paths(T, [2**n for n in range(N)])[0] > 0 for T, N in zip(lengths, twos, strict=True)]
connected += [paths(T, [3**n for n in range(N)], causal=True)[0] > 0
              for T, N in zip(lengths, threes_causal, strict=True)]

if __name__ == "__main__":
    print(undilated, causal, twos, threes_causal, all(connected), sep="\n")
