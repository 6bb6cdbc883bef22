"""The longest strings that a state can be sure to tell apart."""

m, r, n = 48, 10, 8                                   # numbers, levels of each, symbols


def longest_string(states):
    T = 0
    while n ** (T + 1) <= states:
        T += 1
    return T


longest = longest_string(r**m)
finer = longest_string((2 * r) ** m)                  # twice the levels
more = longest_string(r ** (2 * m))                   # twice the numbers

if __name__ == "__main__":
    print(longest, finer, more)
