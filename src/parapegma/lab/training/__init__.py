"""Training networks by self-play, with PyTorch (docs/training.md)."""
