"""Four words by hand: the multiply-adds of one layer of each architecture."""

from snippets.example.sentence import T, d

tap = d * d                                          # a word through one square matrix
CNN, RNN = T * 3 * tap, T * 2 * tap                  # three taps; W_x and W_h

projections = T * 3 * tap                            # W_Q, W_K, W_V
scores = T * T
QK, alphaV = scores * d, scores * d
attention = projections + QK + alphaV
with_O = attention + T * tap

if __name__ == "__main__":
    print(CNN, RNN, projections, QK, alphaV, attention, with_O)
