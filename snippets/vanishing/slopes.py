"""Three activations and the largest slope of each."""

import torch

torch.set_default_dtype(torch.float64)

x = torch.arange(-80, 81) / 20                        # from -4 to 4
sigma = torch.sigmoid(x)
sigmoid = 1 / 4 - (sigma - 0.5) ** 2                  # sigma'(x), by completing the square
tanh = 1 - torch.tanh(x) ** 2
relu = (x > 0).double()                               # PyTorch takes the slope 0 at 0

e = 1e-3                                              # five-point difference quotient
one, two = (torch.sigmoid(x + k * e) - torch.sigmoid(x - k * e) for k in (1, 2))
sigmoid_by_differences = (8 * one - two) / (12 * e)
z = torch.sigmoid(2 * x)
taller = 4
tanh_from_sigmoid = taller * z * (1 - z)              # 4 sigma'(2x)

gamma = [max(slope).item() for slope in (sigmoid, tanh, relu)]
far = [slope[160].item() for slope in (sigmoid, tanh, relu)]    # at x = 4
at = int(x[160])

if __name__ == "__main__":
    print("largest", gamma)
    print("at", at, [round(v, 4) for v in far])
