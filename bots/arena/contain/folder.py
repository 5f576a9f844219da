"""A bot's private folder, and its removal whatever the bot has left in it."""

from __future__ import annotations

import os


def make(folder: str) -> None:
    """Create a folder that only this user may enter."""
    os.makedirs(folder, 0o700, exist_ok=True)


def remove(folder: str) -> None:
    """Remove a bot's private folder and everything in it, as far as possible.

    The content of a folder moves up before the folder is removed, so that no path gets too long, however deep the folders are.
    """
    try:
        if os.path.islink(folder):  # the bot has replaced its folder by a link
            os.unlink(folder)
            return
        os.chmod(folder, 0o700)
        prefix, count = os.urandom(16).hex(), 0  # names that the bot has not used
        while names := os.listdir(folder):
            for name in names:
                path = os.path.join(folder, name)
                if not _is_folder(path):
                    os.unlink(path)
                    continue
                os.chmod(path, 0o700)
                for inner in os.listdir(path):
                    count += 1
                    below = os.path.join(path, inner)
                    if _is_folder(below):
                        os.chmod(below, 0o700)  # a folder that is not writable cannot be moved
                        os.rename(below, os.path.join(folder, f"{prefix}{count}"))
                    else:
                        os.unlink(below)
                os.rmdir(path)
        os.rmdir(folder)
    except OSError:  # it is gone already, or part of it belongs to another user
        return


def _is_folder(path: str) -> bool:
    return os.path.isdir(path) and not os.path.islink(path)
