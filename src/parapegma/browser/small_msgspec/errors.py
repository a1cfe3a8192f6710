"""What goes wrong when data is read or written."""


class MsgspecError(Exception):
    """Anything of the kind."""


class EncodeError(MsgspecError):
    """Something cannot be written."""


class DecodeError(MsgspecError):
    """Something cannot be read."""


class ValidationError(DecodeError):
    """Something is readable but of another type."""
