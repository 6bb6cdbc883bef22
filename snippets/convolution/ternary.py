"""Exercise: the lengths at which dilations 1, 3, 9, ... let the last word see the first."""

from snippets.convolution.paths import paths


def enough(T):
    """The powers of three whose sum is the first to reach T - 1."""
    dilations = []
    while sum(dilations) < T - 1:
        dilations.append(3 ** len(dilations))
    return dilations


def digits(n):
    return {n % 3} | digits(n // 3) if n else set()


upto = 60
lengths = range(2, upto + 1)
by_paths = [T for T in lengths if paths(T, enough(T))[0] > 0]
by_digits = [T for T in lengths if 2 not in digits(T - 1)]
total = len(lengths)
connected = len(by_paths)

if __name__ == "__main__":
    print(by_paths, by_paths == by_digits, connected, total)
