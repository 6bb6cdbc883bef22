"""Exercise: the lengths at which a dilated stack does less work than one layer of attention."""

from snippets.convolution.scale import d

k, limit = 3, 40_000


def layers(T):
    """How many of the dilations 1, 3, 9, ... it takes to reach T - 1, the last one shortened."""
    N, reach = 0, 0
    while reach < T - 1:
        N, reach = N + 1, reach + 3**N
    return N


def stack_is_cheaper(T):
    return layers(T) * k * d**2 * T < 3 * T * d**2 + 2 * T**2 * d


cheaper = [T for T in range(3, limit) if stack_is_cheaper(T)]
dearer = [T for T in range(cheaper[0], limit) if not stack_is_cheaper(T)]
first = cheaper[0]
again = dearer[0]                                # the stack needs one layer more
final = dearer[-1] + 1
layers_first, layers_again = layers(first), layers(again)
trivial = stack_is_cheaper(2)                    # one layer, and no pair of words far apart

if __name__ == "__main__":
    print(first, layers_first, again, layers_again, final, trivial)
