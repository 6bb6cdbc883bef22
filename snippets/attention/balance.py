"""Exercise: the width from which two thin matrices save nothing."""

from snippets.attention.sizes import d

d_k = d // 2
parameters_free = d * d
parameters = 2 * d * d_k
freedom = d_k * (2 * d - d_k)
share = freedom / parameters_free

print(f"d_k = {d_k}: {parameters:,} parameters, {freedom:,} degrees of freedom ({share})")
