"""Settings: what the environment says that may change the last digits of a number."""

import os

PREFIXES = ("ATEN_", "DNNL_", "MKL_", "NPY_", "ONEDNN_", "OPENBLAS_", "TORCH")


def settings() -> dict[str, str]:
    """The variables that libraries of numbers read; a folder for caches changes nothing."""
    return {
        name: text
        for name, text in sorted(os.environ.items())
        if name.startswith(PREFIXES) and not name.endswith("_CACHE_DIR")
    }
