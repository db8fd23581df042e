"""What the system says that its user needs: less motion."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from typing import Final

PATIENCE: Final = 1.0  # s for the system to answer
ASKS: Final = {
    "linux": (("gsettings", "get", "org.gnome.desktop.interface", "enable-animations"), "false"),
    "darwin": (("defaults", "read", "com.apple.universalaccess", "reduceMotion"), "1"),
}
_ANIMATIONS: Final = 0x1042  # SPI_GETCLIENTAREAANIMATION of Windows


def reduced_motion() -> bool:
    """Whether motion is to be left out: VIZ_REDUCED_MOTION, or the system's own setting."""
    wish = os.environ.get("VIZ_REDUCED_MOTION", "").strip().casefold()
    if wish:
        return wish not in {"0", "no", "false", "off"}
    if sys.platform == "win32":
        return _windows()
    command, means = ASKS.get(sys.platform, ((), ""))
    if not command or not shutil.which(command[0]):
        return False
    try:
        told = subprocess.run(
            command, capture_output=True, text=True, check=False, timeout=PATIENCE
        )
    except (OSError, subprocess.SubprocessError):
        return False
    return told.stdout.strip() == means


def _windows() -> bool:
    import ctypes

    shown = ctypes.c_int(1)
    user32 = getattr(ctypes, "windll").user32  # noqa: B009 - only Windows has it
    user32.SystemParametersInfoW(_ANIMATIONS, 0, ctypes.byref(shown), 0)
    return not shown.value
