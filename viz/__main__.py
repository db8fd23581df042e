"""`python -m viz` is the command `viz`; `python3 viz`, in a checkout, sets up first."""

import sys
from pathlib import Path

if __package__:
    from viz.cli import main

    sys.exit(main())
else:
    sys.path[0] = str(Path(__file__).resolve().parent.parent)
    from viz import checkout

    sys.exit(checkout.main(sys.argv[1:]))
