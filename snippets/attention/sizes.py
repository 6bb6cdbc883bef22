"""Three dimensions that are three different things, at the size of GPT-2."""

# source: github.com/openai/gpt-2, src/model.py and the released hparams.json
context = 1024    # the most words a sentence can have, T
d = 768           # numbers a word, GPT-2 small
heads = 12
d_k = d // heads  # numbers a query or a key
ratio = d // d_k

d_xl = 1600  # GPT-2 XL
heads_xl = 25
d_k_xl = d_xl // heads_xl
ratio_xl = d_xl // d_k_xl

if __name__ == "__main__":
    print(f"small: d = {d}, d_k = {d_k}, d / d_k = {ratio}")
    print(f"XL:    d = {d_xl}, d_k = {d_k_xl}, d / d_k = {ratio_xl}")
