"""What the counter counts and what the formulas say, where no two sizes agree."""

from snippets.heads.cost import counted

H, T_q, d_k, T_k, d_v, d = 2, 3, 4, 5, 6, 7
counts = counted(T_q, T_k, d, H, d_k, d_v)                # parameters, multiply-adds, alpha

parameters = 2 * d * H * (d_k + d_v)
work = (d * (T_q + T_k) + T_q * T_k) * H * (d_k + d_v)
entries = H * T_q * T_k
formulas = [parameters, work, entries]

if __name__ == "__main__":
    print("counted: ", *counts)
    print("formulas:", *formulas)
