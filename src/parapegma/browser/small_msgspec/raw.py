"""JSON that is written already."""


class Raw(bytes):
    """Goes into what is written as it is."""
