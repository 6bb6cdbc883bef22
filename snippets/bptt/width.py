"""Four ways to read T words with one layer, counted on the modules themselves."""

import torch
from torch import nn
from torch.utils.flop_counter import FlopCounterMode

torch.set_default_dtype(torch.float64)

d, d_h = 3, 5
lengths = [4, 8, 16, 32]
concatenated, single, side_by_side, recurrent = [], [], [], []       # parameters
concatenated_work, single_work, side_by_side_work, recurrent_work = [], [], [], []


def counted(module, *inputs):
    with FlopCounterMode(display=False) as counter:
        module(*inputs)
    return counter.get_total_flops() // 2


for T in lengths:
    layer = nn.Linear(T * d, T * d_h, bias=False)             # every word into every state
    concatenated.append(layer.weight.numel())
    concatenated_work.append(counted(layer, torch.zeros(1, T * d)))
    layer = nn.Linear(T * d, d_h, bias=False)                 # every word into one state
    single.append(layer.weight.numel())
    single_work.append(counted(layer, torch.zeros(1, T * d)))
    layer = nn.Linear(d, d_h, bias=False)                     # each word alone, one matrix for all
    side_by_side.append(layer.weight.numel())
    side_by_side_work.append(counted(layer, torch.zeros(T, d)))
    cell = nn.RNNCell(d, d_h, bias=False)                     # the same two matrices T times
    recurrent.append(sum(p.numel() for p in cell.parameters()))
    recurrent_work.append(T * counted(cell, torch.zeros(1, d), torch.zeros(1, d_h)))
kept = [nn.RNN(d, d_h)(torch.zeros(T, d))[0].numel() for T in lengths]    # states to remember

if __name__ == "__main__":
    for name in ("concatenated", "single", "side_by_side", "recurrent"):
        print(name, globals()[name], globals()[name + "_work"])
    print("kept", kept)
