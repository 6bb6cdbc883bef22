"""What others measured on large models, as they report it."""

# source: Vaswani and others 2017, section on model variations, arXiv:1706.03762
single_head_loss = 0.9                                    # BLEU below the best number of heads

# source: Michel, Levy and Neubig 2019, ablation of one head at a time, arXiv:1905.10650
removed, changed = 96, 8                                  # encoder heads; significant changes

# source: Voita and others 2019, abstract, English to Russian, arXiv:1905.09418
heads, pruned, pruned_loss = 48, 38, 0.15                 # encoder heads; BLEU

if __name__ == "__main__":
    print(single_head_loss, removed, changed, heads, pruned, pruned_loss)
