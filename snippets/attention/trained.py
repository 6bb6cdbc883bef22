"""The same four readers after a short training, at 32 words: two learn, two keep guessing."""

import torch
from torch import nn

from snippets.attention.readers import d, readers
from snippets.attention.reading import sentences

torch.set_default_dtype(torch.float64)

T, steps, batch, unseen = 32, 200, 32, 500


def trained(reader):
    """Loss and share of right answers on sentences that were not trained on."""
    torch.manual_seed(0)
    model, head = readers[reader](T), nn.Linear(d, 2)
    optimizer = torch.optim.Adam([*model.parameters(), *head.parameters()], lr=0.01)
    for step in range(steps):
        X, label = sentences(T, batch, step)
        optimizer.zero_grad()
        nn.functional.cross_entropy(head(model(X)), label).backward()
        optimizer.step()
    with torch.no_grad():
        X, label = sentences(T, unseen, steps)
        scores = head(model(X))                  # (unseen, 2)
    right = (scores.argmax(1) == label).double().mean()
    return torch.stack([nn.functional.cross_entropy(scores, label), right])


RNN, CNN, dilated, attention = [trained(reader) for reader in readers]     # (2,) each

if __name__ == "__main__":
    for reader, (loss, right) in zip(readers, (RNN, CNN, dilated, attention), strict=True):
        learns, guesses = loss < 0.3 and right > 0.85, loss > 0.65 and right < 0.6
        print(reader, "learns" if learns else "guesses" if guesses else "neither")
