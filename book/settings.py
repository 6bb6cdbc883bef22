"""Settings: what stands around the book that may change a number or a page."""

import os
import sys
from collections.abc import Iterator

PREFIXES = ("ATEN_", "DNNL_", "MKL_", "NPY_", "ONEDNN_", "OPENBLAS_", "TORCH")


def settings() -> dict[str, str]:
    """The variables that libraries of numbers read; a folder for caches changes nothing."""
    return {
        name: text
        for name, text in sorted(os.environ.items())
        if name.startswith(PREFIXES) and not name.endswith("_CACHE_DIR")
    }


def packages() -> Iterator[str]:
    """The packages that can be imported, each with its version, by the folders that describe it."""
    for folder in sys.path:
        try:
            yield from (name for name in os.listdir(folder or ".") if name.endswith("-info"))
        except OSError:
            continue
