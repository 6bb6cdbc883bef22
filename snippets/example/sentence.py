"""The sentence of this book, cut into four words of two numbers each."""

import torch

torch.set_default_dtype(torch.float64)

words = ["很高兴", "认识你", "爱玩的", "茂茂雨"]

X = torch.tensor([[1.0, 0.0],                    # 很高兴
                  [0.0, 1.0],                    # 认识你
                  [1.0, 1.0],                    # 爱玩的
                  [2.0, 1.0]])                   # 茂茂雨
T, d = X.shape                                   # words, numbers a word

if __name__ == "__main__":
    print(X)
