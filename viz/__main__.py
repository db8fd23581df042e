"""`python -m viz` is the command `viz`; `python3 viz`, in a checkout, sets up first."""

import sys

if __package__:
    from viz.start import main

    sys.exit(main())
else:
    import os

    sys.path[0] = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))  # noqa: PTH100, PTH120
    from viz import checkout

    sys.exit(checkout.main(sys.argv[1:]))
