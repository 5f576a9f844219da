"""The package: what is installed is what lies in the folders."""

import shutil
import subprocess
import sys
import tarfile
import tomllib
from pathlib import Path
from runpy import run_path
from typing import Any
from unittest.mock import patch

import pytest

ROOT = Path(__file__).parent.parent
PARTS = ("engine", "grammar", "protocol", "bots")
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def asked_of_setuptools() -> dict[str, Any]:
    """What setup.py asks for, without building anything."""
    found: dict[str, Any] = {}
    with patch("setuptools.setup", lambda **words: found.update(words)):
        run_path(str(ROOT / "setup.py"))
    return found


ASKED = asked_of_setuptools()


def folders() -> dict[str, Path]:
    """Every package with its folder: a folder with an `__init__.py` is one."""
    found = {"beachhead": ROOT / "src" / "beachhead"}
    for part in PARTS:
        for init in sorted((ROOT / part).rglob("__init__.py")):
            found["beachhead." + ".".join(init.parent.relative_to(ROOT).parts)] = init.parent
    return found


def test_packages() -> None:
    """The packages that are installed are the folders, also those of a new game."""
    assert sorted(ASKED["packages"]) == sorted(folders())


def test_package_folders() -> None:
    """The four folders at the top are mapped into the one package, and nothing else is."""
    assert ASKED["package_dir"] == {"beachhead": "src/beachhead", **{f"beachhead.{part}": part for part in PARTS}}


def test_package_data() -> None:
    """Every file in a package's folder that is not Python is installed with it."""
    for package, folder in folders().items():
        for path in folder.iterdir():
            if path.is_file() and path.suffix not in (".py", ".pyc"):
                assert any(path.match(pattern) for pattern in ASKED["package_data"][""]), f"{package}: {path.name}"


def test_nothing_is_compiled_unless_asked() -> None:
    """Without BEACHHEAD_COMPILE no compiler is needed."""
    assert ASKED["ext_modules"] == []


@pytest.mark.parametrize("has_compiler", [False, True])
def test_ci_says_if_there_is_no_compiler(has_compiler: bool, tmp_path: Path) -> None:
    """Without a C compiler the checks run on the pure build alone, and say so; with one, on both."""
    for name in ("sh", "env", "dirname"):
        (tmp_path / name).symlink_to(shutil.which(name) or name)
    for name, text in {"make": 'echo "make $*"', "id": "echo 1000", "cc": ""}.items():
        if name != "cc" or has_compiler:
            (tmp_path / name).write_text(f"#!{tmp_path / 'sh'}\n{text}\n", encoding="utf-8")
            (tmp_path / name).chmod(0o755)
    environ = {"PATH": str(tmp_path), "HOME": str(tmp_path)}
    done = subprocess.run(
        [str(tmp_path / "sh"), str(ROOT / ".ci" / "run")], capture_output=True, text=True, env=environ, check=True
    )
    assert "make test\n" in done.stdout
    assert ("make test-compiled\n" in done.stdout) == has_compiler
    assert ("no C compiler (cc): the compiled build was NOT made and NOT tested" in done.stderr) != has_compiler


@pytest.mark.parametrize("part", PARTS)
def test_links(part: str) -> None:
    """In src the same folders are seen by links, for tools that follow the import name."""
    link = ROOT / "src" / "beachhead" / part
    if link.is_symlink():  # a checkout without symlinks has a small file instead
        assert link.resolve() == (ROOT / part).resolve()
    elif not link.exists():
        pytest.skip("a source archive has no links")
    else:
        assert link.read_text(encoding="utf-8").strip() == f"../../{part}"


def test_source_archive(tmp_path: Path) -> None:
    """The source archive holds all of the checkout but its links: tests, docs, tools and examples too."""
    pytest.importorskip("setuptools", minversion="77", reason="the build of the source archive needs setuptools 77")
    made = ("__pycache__", "*.pyc", "*.so", "*.egg-info", "build", "dist", ".venv*", ".git", ".*_cache", ".hypothesis")
    copy = tmp_path / "copy"
    shutil.copytree(ROOT, copy, symlinks=True, ignore=shutil.ignore_patterns(*made))
    for part in PARTS:
        (copy / "src" / "beachhead" / part).unlink(missing_ok=True)
    wanted = {path.relative_to(copy).as_posix() for path in copy.rglob("*") if path.is_file()}
    program = f"from setuptools import build_meta; build_meta.build_sdist({str(tmp_path)!r})"
    subprocess.run([sys.executable, "-c", program], cwd=copy, check=True, capture_output=True)
    [archive] = tmp_path.glob("*.tar.gz")
    with tarfile.open(archive) as file:
        held = {name.partition("/")[2] for name in file.getnames()}
    assert wanted - held - {".gitignore"} == set()


def test_metadata() -> None:
    """The licence is named as SPDX has it, and the version where programs look for it."""
    import beachhead

    assert (SETTINGS["project"]["license"], SETTINGS["project"]["license-files"]) == ("MIT", ["LICENSE"])
    assert beachhead.__version__ == beachhead.VERSION


def test_core_dependencies() -> None:
    """The core needs lark and prompt_toolkit alone; everything else is an extra."""
    assert [need.partition(">")[0] for need in SETTINGS["project"]["dependencies"]] == ["lark", "prompt_toolkit"]


def test_version() -> None:
    """The version is the same for the package and for the program."""
    from beachhead import VERSION

    assert SETTINGS["project"]["version"] == VERSION
    assert VERSION in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
