"""The longest strings that a state can be sure to tell apart."""

m, r, n = 48, 10, 8                                   # numbers, levels of each, symbols

longest = 0
while n ** (longest + 1) <= r**m:
    longest += 1

if __name__ == "__main__":
    print(longest)
