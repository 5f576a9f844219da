"""The parts of the build that are computed: the list of packages, and the compiled build.

`BEACHHEAD_COMPILE=1 pip install .` compiles the hot modules with mypyc, from the same source; `make compile` does so into
an environment of its own. Without it everything stays Python, and neither mypyc nor a C compiler is asked for.
"""

import os
import shutil
import sys
from pathlib import Path

from setuptools import setup

ROOT = Path(__file__).parent
FOLDERS = ("engine", "grammar", "protocol", "bots")  # at the top of the checkout; imported as beachhead.engine, …
LAYOUT = Path("build", "layout")  # the source as it is imported, for mypyc
MYPY = ("mypy>=2.4", "lark>=1.2,<2")  # mypyc is part of it; it reads the types of what is imported
BUILDING = {"build", "build_ext", "bdist_wheel", "install"}  # commands of setuptools that need the libraries
# What is compiled: all modules of these folders, and these modules. The bots of each game are added by their folders.
COMPILED = (
    "engine", "protocol/dice.py", "protocol/framing.py", "protocol/process.py", "protocol/reader.py", "protocol/refusal.py",
    "protocol/reply.py", "protocol/seat.py", "protocol/seated.py", "protocol/server.py", "protocol/session.py",
    "protocol/table.py", "bots/search",
)  # fmt: skip
# What stays Python all the same: contracts that interpreted classes fill in, and what no game waits for.
INTERPRETED = {
    "engine/build.py",
    "engine/fields.py",
    "engine/game.py",
    "engine/games.py",
    "engine/interrupt.py",
    "engine/lesson.py",
    "engine/native.py",
    "engine/picture.py",
    "engine/scene.py",
    "engine/show.py",
}


def packages() -> list[str]:
    """Return all packages: every folder below the four that holds an `__init__.py`."""
    found = ["beachhead"]
    for folder in FOLDERS:
        for init in sorted((ROOT / folder).rglob("__init__.py")):
            found.append(".".join(["beachhead", *init.parent.relative_to(ROOT).parts]))
    return found


def compiled() -> list[Path]:
    """Return the modules that are compiled: those of the hot core, and of the bots of each game.

    What people see of a game is not: it waits for them anyway. An `__init__.py` holds the game as a record of functions.
    """
    games = [init.parent.name for init in sorted((ROOT / "engine").glob("*/__init__.py"))]
    found: list[Path] = []
    for name in (*COMPILED, *(f"bots/{game}" for game in games)):
        path = ROOT / name
        found += [path] if path.is_file() else sorted(path.rglob("*.py"))
    return [path for path in found if _is_hot(path)]


def _is_hot(path: Path) -> bool:
    inside = path.relative_to(ROOT)
    return (
        path.name != "__init__.py"
        and not {"show", "drawing"}.intersection(inside.parts)
        and inside.as_posix() not in INTERPRETED
    )


def extensions() -> list[object]:
    """Return what has to be compiled: nothing, unless it is asked for."""
    if not is_asked_for() or not BUILDING.intersection(sys.argv):
        return []
    from mypyc.build import mypycify

    for built in Path("build").glob("lib*"):  # the library of another state of the source would be packed too
        shutil.rmtree(built)
    package = LAYOUT / "beachhead"  # a copy, since links are missing in an sdist and in some checkouts
    shutil.rmtree(package, ignore_errors=True)
    ignored = shutil.ignore_patterns(*FOLDERS, "__pycache__", "*.so")
    shutil.copytree(ROOT / "src" / "beachhead", package, ignore=ignored)
    for folder in FOLDERS:
        shutil.copytree(ROOT / folder, package / folder, ignore=shutil.ignore_patterns("__pycache__", "*.so"))
    os.environ["MYPYPATH"] = str(LAYOUT)
    modules = [str(package / path.relative_to(ROOT)) for path in compiled()]
    made = list(mypycify(["--strict", *modules], opt_level="3", debug_level="0"))
    if os.name == "posix":
        for extension in made:
            extension.extra_compile_args.append("-fvisibility=hidden")  # calls within it are direct: a tenth faster
    return made


def is_asked_for() -> bool:
    """Return whether a compiled build is asked for; never for an editable install, which runs the source."""
    is_wanted = os.environ.get("BEACHHEAD_COMPILE", "0") not in ("", "0")
    if is_wanted and "editable_wheel" in sys.argv:
        sys.exit("BEACHHEAD_COMPILE: an editable install runs the source; leave out -e, or run `make compile`")
    return is_wanted


def folders() -> dict[str, str]:
    """Return where the packages are; for an editable install `src`, if the checkout has links there.

    One folder is a line in a `.pth` file. For several of them every start of Python would load a finder, which takes
    twice as long as Python itself.
    """
    if "editable_wheel" in sys.argv and all((ROOT / "src" / "beachhead" / folder).is_dir() for folder in FOLDERS):
        return {"": "src"}
    return {"beachhead": "src/beachhead", **{f"beachhead.{folder}": folder for folder in FOLDERS}}


setup(
    packages=packages(),
    package_dir=folders(),
    package_data={"": ["*.css", "*.html", "*.js", "*.json", "*.lark", "*.toml", "py.typed"]},
    ext_modules=extensions(),
    setup_requires=MYPY if is_asked_for() else (),
)
