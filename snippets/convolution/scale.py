"""The sizes of a real model: GPT-3 Small, and the shorter context of GPT-2."""

d, heads = 768, 12           # source: Brown et al. (2020), table 2.1, GPT-3 Small
T = 2048                     # source: Brown et al. (2020), section 2.1, every GPT-3
T_gpt2 = 1024                # source: Radford et al. (2019), section 2.3

if __name__ == "__main__":
    print(T, d, heads, T_gpt2)
