"""Exercise: move one number of the first word by a hundredth, and look at the last output."""

from snippets.attention.forward import W_V, X, Z
from snippets.attention.frozen import W, coefficients

step = 0.01
X_moved = X.clone()
X_moved[0, 0] += step

before = Z[3, 1].item()
after = (coefficients(X_moved) @ X_moved @ W_V)[3, 1].item()
after_kept = (W @ X_moved @ W_V)[3, 1].item()
slope = (after - before) / step
slope_kept = (after_kept - before) / step

print(f"computed {before:.4f} -> {after:.4f}, slope {slope:.2f}")
print(f"kept     {before:.4f} -> {after_kept:.4f}, slope {slope_kept:.3f}")
