"""The version of mapkit, and which of its extras are installed.

`import mapkit` loads this module, so it loads nothing before it is asked.
"""

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from mapkit.model.message import Message, Name
    from mapkit.model.settings import BadSetting

__version__ = "0.1.0"

PAGES = ""
"""Where these pages are published (what `make docs` builds), as `https://host/folder`; a packager writes it here.

Numbers of rules lead there. Where it is empty, mapkit names no address: one that is made up may be a stranger's.
"""

REPORTS = ""
"""Whom people tell what goes wrong: an address for a browser or for mail; a packager writes it here, too."""

EXTRAS = {"dask": "distributed", "deduction": "pysat", "heic": "pillow_heif", "parquet": "pyarrow", "photos": "cv2"}


def summary() -> "Message":
    """What `mapkit --version` prints."""
    from mapkit.model.message import Name, joined, message

    there, lacking = ([Name(extra) for extra in EXTRAS if has(extra) == known] for known in (True, False))
    here = message("extras: {names}", joined(there) or message("none"))
    also = [message("not installed: {names}", joined(lacking))] if lacking else []
    return joined([Name(f"mapkit {__version__}"), here, *also, *contacts()], "\n")


def contacts() -> "list[Message]":
    """Where the pages are, and whom to tell what goes wrong, as far as a packager has said it."""
    from mapkit.model.message import Name, message

    manual, tell = message("manual: {address}", Name(PAGES)), message("tell what goes wrong: {address}", Name(REPORTS))
    return [line for line, address in ((manual, PAGES), (tell, REPORTS)) if address]


def has(extra: str) -> bool:
    from importlib.util import find_spec

    try:
        return find_spec(EXTRAS[extra]) is not None
    except ValueError:  # its module has been hidden
        return False


def lacking(missing: ModuleNotFoundError) -> "BadSetting | ModuleNotFoundError":
    """What to say where mapkit was installed without a library that it needs; the error itself where it needs none.

    `python -m pip install --no-deps` installs it so.
    """
    import re

    from mapkit.model.message import message
    from mapkit.model.settings import BadSetting

    module = (missing.name or "").partition(".")[0]
    library = {"PIL": "pillow", "zxingcpp": "zxing-cpp"}.get(module, module.lower())
    found = [
        each for each in _requirements() if re.match(rf"{re.escape(library)}\b(?!-)", each) and "extra" not in each
    ]
    return BadSetting(message("this needs a library: {line}", _line(found))) if library and found else missing


def added_by(extra: str) -> "Name":
    """The line that adds an extra, in the way in which mapkit was installed here."""
    import re
    from pathlib import Path

    found = [each for each in _requirements() if re.search(rf"extra == .{extra}\W", each)]
    return _line(found or [f"{Path(__file__).parents[2]}[{extra}]"])


def _requirements() -> list[str]:
    """What mapkit's distribution requires; nothing where it is run from its folder."""
    from importlib.metadata import PackageNotFoundError, requires

    try:
        return requires("mapkit-games") or []
    except PackageNotFoundError:
        return []


def _line(found: "Sequence[str]") -> "Name":
    """The line that installs libraries."""
    from mapkit.model.message import Name

    wanted = " ".join(f'"{each.partition(";")[0].strip()}"' for each in found)  # Windows knows no single quotes
    return Name(f"{installer()} {wanted}")


def installer() -> str:
    """The beginning of a line that adds a package, in the way in which mapkit was installed here."""
    from importlib.util import find_spec
    from pathlib import Path

    python = f'"{sys.executable}"' if " " in sys.executable else sys.executable
    if Path(sys.prefix, "pipx_metadata.json").exists():
        return "pipx inject mapkit-games"
    if Path(sys.prefix, "uv-receipt.toml").exists() or not find_spec("pip"):
        return f"uv pip install --python {python}"
    return f"{python} -m pip install"
