"""How many words fit into a state of fixed size: bits against bits."""

import math

d_h, bits = 768, 32                                   # as wide as GPT-2; float32
vocabulary = 50257                                    # GPT-2's
state_bits = 2 * d_h * bits                           # h and c
word_bits = math.log2(vocabulary)
words = math.floor(state_bits / word_bits)

T = 2048
kept_lstm = 2 * d_h                                   # numbers, whatever the length
kept_attention = 2 * d_h * T                          # a key and a value for each word

if __name__ == "__main__":
    print(state_bits, f"{word_bits:.2f}", words)
    print(kept_lstm, kept_attention)
