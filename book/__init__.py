"""The book's own tool: recomputes every number of *Attention by the Numbers* and compares."""
