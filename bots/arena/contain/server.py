"""The fork server: one small process that forks a keeper for each bot, so that no bot costs the start of an interpreter.

A socket connects it to a process of the arena (the prompt, `check`, the match): orders come in, each with the bot's
three streams and the keeper's line; the keeper's process id and a descriptor of it go back. An empty order brings another
socket, and a fork of the server serves that one: so every worker of a match gets a server of its own without the start of
an interpreter. A server is a subreaper above its keepers: if one of them is killed, it adopts what the bot has started, ends
it, and removes the bot's folder and group. When the socket ends, so does everything.
"""

from __future__ import annotations

import _socket as socket  # the module `socket` takes as long to load as everything else
import array
import gc
import os
import select
import signal

from beachhead.bots.arena.contain import cgroup, household
from beachhead.bots.arena.contain import folder as private
from beachhead.bots.arena.contain.keeper import Alarm, keep, read_order

TIDY = 3.0  # seconds in which servers forked from this one exit
HEAD = 8  # bytes of the length before an order, in decimal
_MAX_DESCRIPTORS = 8
_NOTHING = ("", "")


def main(descriptor: int) -> None:
    """Serve orders from the socket of this descriptor until it ends."""
    household.shield()
    os.set_inheritable(descriptor, False)
    gc.disable()
    gc.freeze()
    Server(socket.socket(fileno=descriptor)).serve()


class Server:
    """Forks keepers, and cleans up after them."""

    def __init__(self, line: socket.socket) -> None:
        household.adopt_orphans()
        household.hear_of_death(signal.SIGCONT)  # so that a server that was stopped notices that the arena is gone
        self._line = line
        self._alarm = Alarm()
        self._belongings: dict[int, tuple[str, str]] = {}  # by keeper: folder and group of its bot; None for a server

    def serve(self) -> None:
        """Take orders until the socket ends; then end everything that is left."""
        poll = select.poll()
        poll.register(self._line, select.POLLIN)
        poll.register(self._alarm.descriptor, select.POLLIN)
        while True:
            ready = [descriptor for descriptor, _ in poll.poll()]
            if self._alarm.descriptor in ready:
                self._alarm.clear()
                self._bury()
            if self._line.fileno() in ready and not self._take():
                break
        has_servers = _NOTHING in self._belongings.values()
        household.await_children(TIDY if has_servers else 0.0)  # other servers have folders to remove
        household.end_adopted(set())
        for folder, group in self._belongings.values():
            _tidy(folder, group)

    def _take(self) -> bool:
        """Handle one order; return whether there was one."""
        try:
            head, descriptors = self._receive()
            if len(head) < HEAD:
                return False
            body = b""
            while len(body) < int(head):
                piece = self._line.recv(int(head) - len(body))
                if not piece:
                    return False
                body += piece
        except OSError:
            return False
        *streams, line = descriptors
        order = read_order(body) if body else None
        try:
            child, problem = os.fork(), 0
        except OSError as error:
            child, problem = -1, error.errno or 1
        if child == 0:
            try:
                self._line.close()
                if order is None:
                    Server(socket.socket(fileno=line)).serve()
                else:
                    keep(order, line, streams)
            finally:
                os._exit(0)
        for descriptor in descriptors:
            os.close(descriptor)
        if child > 0:
            self._belongings[child] = _NOTHING if order is None else (order.folder, order.group)
        try:
            if order is not None:
                self._answer(child, problem)
        except OSError:
            return False
        return True

    def _receive(self) -> tuple[bytes, list[int]]:
        """Receive the head of an order with the descriptors that belong to it."""
        numbers = array.array("i")
        room = socket.CMSG_SPACE(_MAX_DESCRIPTORS * numbers.itemsize)
        head, extra, _, _ = self._line.recvmsg(HEAD, room, socket.MSG_CMSG_CLOEXEC)
        for level, kind, data in extra:
            if (level, kind) == (socket.SOL_SOCKET, socket.SCM_RIGHTS):
                numbers.frombytes(data[: len(data) - len(data) % numbers.itemsize])
        return head, list(numbers)

    def _answer(self, keeper: int, problem: int) -> None:
        """Send the keeper's process id to the arena, with a descriptor that identifies the process."""
        if problem:
            self._line.sendall(b"%*d" % (HEAD, -problem))
            return
        descriptor = os.pidfd_open(keeper)
        try:
            rights = array.array("i", [descriptor])
            self._line.sendmsg([b"%*d" % (HEAD, keeper)], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, rights)])
        finally:
            os.close(descriptor)

    def _bury(self) -> None:
        """Reap keepers; end the orphans of those that were killed."""
        dead = []
        while True:
            try:
                pid = os.waitpid(-1, os.WNOHANG)[0]
            except ChildProcessError:
                break
            if pid == 0:
                break
            dead.append(pid)
        household.end_adopted(set(self._belongings).difference(dead))
        for pid in dead:
            _tidy(*self._belongings.pop(pid, _NOTHING))


def _tidy(folder: str, group: str) -> None:
    if folder and os.path.lexists(folder):
        private.remove(folder)
    if group and os.path.lexists(group):
        cgroup.remove(group)
