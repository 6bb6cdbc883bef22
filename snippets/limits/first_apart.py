"""Exercise: all orders of the words are alike, but for a first word that stays the first."""

import torch

from snippets.limits.sharing import T, free

eye = torch.eye(T)
turn = eye[[0, *range(2, T), 1]]                 # the others, one place further
swap = eye[[0, 2, 1, *range(3, T)]]              # with `turn` it makes every order of the others
numbers = free([turn, swap])

if __name__ == "__main__":
    print(numbers)
