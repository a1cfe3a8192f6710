"""What every game must pass, for the games here and for those of others."""

from parapegma.testing.conformance import ConformanceError, conformance
from parapegma.testing.fuzz import every_setting, fuzz
from parapegma.testing.perft import perft

__all__ = ["ConformanceError", "conformance", "every_setting", "fuzz", "perft"]
