"""Libraries that write to the terminal unasked."""

from __future__ import annotations

import os


def quiet_svt() -> None:
    """Let SVT-AV1 tell errors only. It reads this once, when its first encoder is made."""
    os.environ.setdefault("SVT_LOG", "1")
