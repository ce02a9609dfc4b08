"""The version of mapkit, and which of its extras are installed.

`import mapkit` loads this module, so it loads nothing before it is asked.
"""

import sys

__version__ = "0.1.0"

EXTRAS = {"dask": "distributed", "deduction": "pysat", "heic": "pillow_heif", "parquet": "pyarrow", "photos": "cv2"}


def summary() -> str:
    """What `mapkit --version` prints."""
    there = [extra for extra in EXTRAS if has(extra)]
    lacking = [extra for extra in EXTRAS if extra not in there]
    also = f"\nnot installed: {', '.join(lacking)}" if lacking else ""
    return f"mapkit {__version__}\nextras: {', '.join(there) or 'none'}{also}"


def has(extra: str) -> bool:
    from importlib.util import find_spec

    try:
        return find_spec(EXTRAS[extra]) is not None
    except ValueError:  # its module has been hidden
        return False


def needs(what: str, extra: str) -> str:
    """What is said where an extra is lacking: the line that adds it, in the way in which mapkit was installed here."""
    import re
    from importlib.metadata import PackageNotFoundError, requires
    from importlib.util import find_spec
    from pathlib import Path

    try:
        found = [each for each in requires("mapkit-games") or () if re.search(rf"extra == .{extra}\W", each)]
    except PackageNotFoundError:  # run from its folder
        found = [f"{Path(__file__).parents[2]}[{extra}]"]
    wanted = " ".join(f'"{each.partition(";")[0].strip()}"' for each in found)  # Windows knows no single quotes
    python = f'"{sys.executable}"' if " " in sys.executable else sys.executable
    if Path(sys.prefix, "pipx_metadata.json").exists():
        way = "pipx inject mapkit-games"
    elif Path(sys.prefix, "uv-receipt.toml").exists() or not find_spec("pip"):
        way = f"uv pip install --python {python}"
    else:
        way = f"{python} -m pip install"
    return f"{what} needs an extra library: {way} {wanted}"
