"""What it costs to join the first of 2048 words to the last, for four architectures."""

T, d = 2048, 768                                 # source: GPT-3 Small, arXiv:2005.14165, table 2.1
width = 3

layers_CNN = T - 1                               # one word further a layer
layers_dilated = (T - 1).bit_length()            # 1 + 2 + 4 + ... + 1024 = 2047
layer_parameters = width * d**2                  # no biases anywhere
layer_work = width * T * d**2                    # multiply-adds

parameters_CNN, work_CNN = layers_CNN * layer_parameters, layers_CNN * layer_work
parameters_dilated, work_dilated = layers_dilated * layer_parameters, layers_dilated * layer_work
parameters_RNN, work_RNN = 2 * d**2, 2 * T * d**2                          # W_x and W_h
parameters_attention = 3 * d**2                                            # W_Q, W_K, W_V
work_attention = 3 * T * d**2 + 2 * T**2 * d                               # and S, and alpha V

layers_RNN = layers_attention = 1
steps_CNN, steps_dilated, steps_RNN, steps_attention = layers_CNN, layers_dilated, T, 1
weights = T**2                                   # entries of alpha
ratio_CNN, ratio_dilated, ratio_RNN, ratio_attention = [
    work / work_attention for work in (work_CNN, work_dilated, work_RNN, work_attention)
]

if __name__ == "__main__":
    print("CNN", layers_CNN, parameters_CNN, work_CNN, f"{ratio_CNN:.0f}")
    print("dilated", layers_dilated, parameters_dilated, work_dilated, f"{ratio_dilated:.1f}")
    print("RNN", layers_RNN, parameters_RNN, work_RNN, f"{ratio_RNN:.2f}")
    print("attention", layers_attention, parameters_attention, work_attention)
