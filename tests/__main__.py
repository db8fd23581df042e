"""`python3 tests`, in a checkout: set up what the tests need, and run them."""

import sys
from pathlib import Path

sys.path[0] = str(Path(__file__).resolve().parent.parent)

from viz import checkout  # noqa: E402 - the checkout is on the path from here on

sys.exit(checkout.test(sys.argv[1:]))
