"""The rules on a GPU: NVIDIA's driver, memory there, a game's kernels. Needs nothing but the driver."""
