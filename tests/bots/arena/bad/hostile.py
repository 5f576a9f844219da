"""`python hostile.py ATTACK [N]`: a bot that plays well up to its N-th decision (default: 1), and then attacks.

Each attack is a function of that name. A bot that gets hold of what it must not have says so by exit code 9.
"""

# ruff: noqa: D103, S108, T201 (an attack is said by its name, and no model of style)

import ctypes
import fcntl
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from contextlib import suppress

import bot
from bot import say

GOTCHA = 9
LIBC = ctypes.CDLL(None, use_errno=True)
PTRACE_ATTACH, PTRACE_DETACH = 16, 17
KEYCTL_JOIN, KEYCTL_SEARCH = 1, 10
NEW_USER, NEW_MOUNTS = 0x10000000, 0x00020000
LARGE_FILES = (f"/usr/lib/{os.uname().machine}-linux-gnu/libc.a", sys.executable)


def processes():
    """All others, with their command lines."""
    for name in os.listdir("/proc"):
        if name.isdigit() and int(name) != os.getpid():
            yield int(name), bot._read(f"/proc/{name}/cmdline")


def harness():
    """The processes of the match, without the bots."""
    return [pid for pid, words in processes() if re.search(r"beachhead (match|play) |contain\.server", words)]


def opponents():
    return [pid for pid, words in processes() if re.search("/bot.py ", words) and "match" not in words]


def parent(pid):
    """The parent of a process; 0 if it is gone."""
    words = bot._read(f"/proc/{pid}/stat").rpartition(")")[2].split()
    return int(words[1]) if words else 0


def gotcha(what):
    print(f"has got {what}", file=sys.stderr, flush=True)
    os._exit(GOTCHA)


def daemon(work):
    """A process that has left our session and our family, and does some work in a loop."""
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            for stream in (0, 1, 2):
                os.close(stream)
            for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
                signal.signal(number, signal.SIG_IGN)
            while True:
                work()
                time.sleep(0.005)
        os._exit(0)


def idle():
    time.sleep(1000)


# What is left behind


def kill_keeper(_):
    daemon(idle)
    time.sleep(0.1)
    os.kill(os.getppid(), signal.SIGKILL)
    time.sleep(1000)


def kill_keeper_and_server(_):
    LIBC.prctl(1, 0, 0, 0, 0)  # do not die with the parent
    daemon(idle)
    keeper = os.getppid()
    server = parent(keeper)
    time.sleep(0.1)
    os.kill(server, signal.SIGKILL)
    os.kill(keeper, signal.SIGKILL)
    time.sleep(1000)


def stop_keeper(_):
    """Again and again, so that it helps nobody to have it go on."""
    keeper = os.getppid()
    daemon(lambda: signal_all([keeper], signal.SIGSTOP))
    time.sleep(1000)


def erase_environment(_):
    """Children without a trace of where they come from."""
    for _ in range(5):
        subprocess.Popen(["sleep", "1000"], env={}, start_new_session=True, cwd="/")
    daemon(idle)
    sys.exit(0)


def fork_bomb(_):
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    while True:
        try:
            os.fork()
        except OSError:
            time.sleep(0.01)


def hop(_):
    """Children that fork and exit all the time: whoever has found one finds it gone."""
    for _ in range(20):
        if os.fork() == 0:
            os.setsid()
            for stream in (0, 1, 2):
                os.close(stream)
            while True:
                if os.fork():
                    os._exit(0)
    sys.exit(0)


def thread_bomb(_):
    """Threads instead of processes, as many as it gets."""
    while True:
        try:
            threading.Thread(target=idle, daemon=True).start()
        except RuntimeError:
            time.sleep(0.01)


# The seed


def trace_keeper(_):
    pid = os.getppid()
    for _ in range(2):
        if LIBC.ptrace(PTRACE_ATTACH, pid, 0, 0) == 0:
            gotcha("the keeper by ptrace")
        pid = parent(pid)
    time.sleep(1000)


def read_memory(answer):
    keepers = [pid for pid in (os.getppid(),) if "bwrap" not in bot._read(f"/proc/{pid}/cmdline")]
    for pid in [*harness(), *keepers]:
        for what in ("mem", "environ", "maps"):
            try:
                with open(f"/proc/{pid}/{what}", "rb") as file:
                    if what != "mem":
                        file.read(1)
                gotcha(f"{what} of the arena")
            except OSError:
                continue
        try:
            if os.listdir(f"/proc/{pid}/fd"):
                gotcha("the arena's descriptors")
        except OSError:
            pass
        if LIBC.ptrace(PTRACE_ATTACH, pid, 0, 0) == 0:
            gotcha("the arena by ptrace")
    return answer


def read_files(answer):
    if os.path.exists(os.environ["SECRET_FILE"]):
        gotcha("a file of the user's")
    return answer


def read_environment(answer):
    if "SECRET" in os.environ:
        gotcha("the user's environment")
    return answer


# The opponent and the harness


def resign_for_opponent(answer):
    def work():
        for pid in opponents():
            try:
                with open(f"/proc/{pid}/fd/1", "wb", buffering=0) as pipe:
                    pipe.write(b"resign\n")
            except OSError:
                continue

    daemon(work)
    time.sleep(0.3)
    return answer


def signal_all(pids, number):
    for pid in pids:
        try:
            os.kill(pid, number)
        except (ProcessLookupError, PermissionError):
            continue


def kill_opponent(answer):
    daemon(lambda: signal_all(opponents(), signal.SIGKILL))
    time.sleep(0.3)
    return answer


def stop_opponent(answer):
    daemon(lambda: signal_all(opponents(), signal.SIGSTOP))
    time.sleep(0.3)
    return answer


def kill_harness(answer):
    signal_all(harness(), signal.SIGKILL)
    time.sleep(0.3)
    return answer


def stop_clock(answer):
    """Think for a second and a half, while nobody looks at the clock."""
    workers = harness()
    if os.fork() == 0:
        signal_all(workers, signal.SIGSTOP)
        time.sleep(1.5)
        say(answer)
        signal_all(workers, signal.SIGCONT)
        os._exit(0)
    os.wait()


lags = [1.0, 1.0, 1.0]


def lag(answer):
    """No misdeed: it thinks for 150 ms; at its first decisions the arena is stopped for a second meanwhile."""
    above = [os.getppid()]
    while above[-1] > 1:
        above.append(parent(above[-1]))
    workers = [pid for pid in harness() if pid not in above and parent(pid) in above]  # of this match alone
    if lags and os.fork() == 0:
        signal_all(workers, signal.SIGSTOP)
        time.sleep(lags.pop())
        signal_all(workers, signal.SIGCONT)
        os._exit(0)
    if lags:
        lags.pop()
    time.sleep(0.15)
    return answer


def starve(answer):
    """Thirty children, each in a session of its own, that do nothing but use the processor."""
    for _ in range(30):
        if os.fork() == 0:
            os.setsid()
            for stream in (0, 1):
                os.close(stream)
            while True:
                pass
    return answer


def trespass(answer):
    """The same on all cores, those of other games too."""
    cores = range(os.cpu_count())
    if len(cores) == 1:
        sys.exit("there is one core for all games")
    for core in cores:
        if os.fork() == 0:
            os.setsid()
            os.close(1)
            while True:
                os.sched_setaffinity(0, [core])
    return answer


def overdraw(answer):
    """Think 140 ms for every decision."""
    time.sleep(0.14)
    say(answer)


def hold_up(answer):
    """Think 140 ms for every decision, while its children and its questions keep the arena busy."""
    if not hasattr(hold_up, "is_done"):
        hold_up.is_done = starve(True)
    until = time.monotonic() + 0.14
    while time.monotonic() < until:
        os.write(1, b"history\nboard\nlegal\n")
        os.read(0, 65_536)
    say(answer)


# Memory from one game to the next


def remember(answer, folder):
    path = os.path.join(folder, "beachhead-dice")
    try:
        if os.path.exists(path):
            gotcha(f"what it wrote into {folder} in the game before")
        with open(path, "w") as file:
            file.write("dice")
    except OSError:
        pass
    return answer


def remember_in_shm(answer):
    return remember(answer, "/dev/shm")


def remember_in_tmp(answer):
    return remember(answer, os.environ.get("MEMORY", "/tmp"))


def remember_in_devices(answer):
    """By the time at which a device was touched: one device for each kind of match, as they follow each other."""
    device = "/dev/full" if os.environ["HOME"] != "/tmp/beachhead-bot" else "/dev/zero"
    if time.time() - os.stat(device).st_mtime < 20:
        gotcha("when it touched a device in the game before")
    with suppress(OSError):
        os.utime(device)
    return answer


def remember_in_keys(answer):
    add, search = {"x86_64": (248, 250), "aarch64": (217, 219)}.get(os.uname().machine, (0, 0))
    session = ctypes.c_long(-3)
    if add and LIBC.syscall(search, KEYCTL_SEARCH, session, b"user", b"beachhead-dice", 0) >= 0:
        gotcha("what it wrote into the session's keys in the game before")
    if add:
        LIBC.syscall(add, b"user", b"beachhead-dice", b"dice", ctypes.c_long(4), session)
    return answer


def remember_in_cache(answer):
    """The kernel keeps a file that was read in memory, and tells in the next game that it is there."""
    path = next(each for each in LARGE_FILES if os.path.exists(each))
    page = os.path.getsize(path) // 2 // 4096 * 4096
    with open(path, "rb", buffering=0) as file:
        try:
            os.preadv(file.fileno(), [bytearray(1)], page, os.RWF_NOWAIT)
        except BlockingIOError:
            os.pread(file.fileno(), 1, page)
            return answer
    return gotcha("what it read in the game before, by what is cached")


def whisper(answer):
    """Two games of the bot at the same time: one locks the bot's own program, the other notices."""
    with open(__file__, "rb") as file:
        for _ in range(40):
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                gotcha("word from its other game, by a lock")
            time.sleep(0.01)
    return answer


# The network, and space


def connect(answer):
    """By the network, and by sockets that belong to none, such as those to the host of a virtual machine."""
    try:
        with socket.create_connection(("127.0.0.1", int(os.environ["PORT"])), timeout=1):
            gotcha("the network")
    except OSError:
        pass
    usual = (socket.AF_UNIX, socket.AF_INET, socket.AF_INET6, socket.AF_NETLINK)
    for family in range(64):
        for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM, socket.SOCK_RAW, socket.SOCK_SEQPACKET):
            if family not in usual and LIBC.socket(family, kind, 0) >= 0:
                gotcha(f"a socket of family {family}")
    return answer


def fill(answer):
    """Write 200 MB into its folder."""
    try:
        with open("big", "wb") as file:
            for _ in range(200):
                file.write(b"x" * 1_000_000)
                file.flush()
    except OSError:
        return answer
    return gotcha("200 MB of space")


def own_namespace(answer):
    """Becomes root in a namespace of its own, where it mounts a folder without a limit, and writes 200 MB into that."""
    maps = {"setgroups": "deny", "uid_map": f"0 {os.getuid()} 1", "gid_map": f"0 {os.getgid()} 1"}
    if LIBC.unshare(NEW_USER | NEW_MOUNTS) != 0:
        return answer
    for name, words in maps.items():
        with open(f"/proc/self/{name}", "w") as file:
            file.write(words)
    if LIBC.mount(b"tmpfs", b".", b"tmpfs", 0, b"") != 0:
        return answer
    os.chdir(os.getcwd())
    return fill(answer)


def escape_codes(_):
    """Its words would clear the terminal and set its title."""
    codes = "\x1b[2J\x1b]0;mine\x07\x9b2J\u202e"
    say(f"info text {codes}")
    say(codes)
    print(codes, file=sys.stderr, flush=True)
    sys.exit(1)


def segfault(_):
    ctypes.string_at(0)


def wait_for_term(_):
    """Say on stderr when it is told to end, and use half of its second."""

    def hear(*_):
        time.sleep(0.5)
        os.write(2, b"tidied up\n")
        os._exit(3)

    signal.signal(signal.SIGTERM, hear)
    say("info ready")
    while True:
        time.sleep(1)


if __name__ == "__main__":
    name = sys.argv[1]
    attack = globals()[name]
    if len(sys.argv) < 3:
        sys.argv.append("1")
    setattr(bot, name, attack)
    if attack in (overdraw, hold_up, lag):
        bot.ALWAYS = (*bot.ALWAYS, attack)
    bot.main()
