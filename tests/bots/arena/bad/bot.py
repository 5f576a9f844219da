"""`python bot.py MISDEED [N]`: a bot that plays well up to its N-th decision (default: 3), and then does one thing wrong.

Each misdeed is a function of that name. What it returns is the answer; None means that the bot goes on as if nothing were.
"""

# ruff: noqa: D103, T201, PLW0603 (a misdeed is said by its name, and no model of style)

import ctypes
import hashlib
import os
import re
import signal
import subprocess
import sys
import time

commit = ""


def say(text: str) -> None:
    """Write a line at once."""
    os.write(1, text.encode() + b"\n")


def lines():
    """What the engine says."""
    rest = b""
    while piece := os.read(0, 65_536):
        *whole, rest = (rest + piece).split(b"\n")
        for line in whole:
            yield line.decode()


# Before the hello


def never_handshake(_):
    time.sleep(1000)


def exit_before_handshake(_):
    print("no licence found", file=sys.stderr)
    sys.exit(4)


def other_version(_):
    say("hello 2 future")
    time.sleep(1000)


def wrong_protocol(_):
    say("id name Chess")
    say("uciok")
    time.sleep(1000)


def unquoted(_):
    say("hello 1 My bot")
    time.sleep(1000)


# Ends


def exit_midgame(_):
    sys.exit(0)


def exit_three(_):
    sys.exit(3)


def crash_traceback(_):
    raise ValueError("boom")


def exit_after_answer(answer):
    say(answer)
    sys.exit(0)


def segfault(_):
    ctypes.string_at(0)


def kill9_self(_):
    os.kill(os.getpid(), signal.SIGKILL)


# Silence


def hang(_):
    time.sleep(1000)


def spin_cpu(_):
    while True:
        pass


def stop_self(_):
    os.kill(os.getpid(), signal.SIGSTOP)


def oversleep(answer):
    time.sleep(0.9)
    return answer


def think(answer):
    """No misdeed: it takes its time, N milliseconds for each decision."""
    time.sleep(int(sys.argv[2]) / 1000)
    return answer


def work(answer):
    """No misdeed: it uses N milliseconds of the processor for each decision."""
    until = time.process_time() + int(sys.argv[2]) / 1000
    while time.process_time() < until:
        pass
    return answer


def drip_feed(answer):
    for letter in answer + " " * 1000:
        os.write(1, letter.encode())
        time.sleep(0.02)


def never_reads(_):
    for _ in range(100_000):
        say("history")


def ignore_sigterm(_):
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    time.sleep(1000)


# Nonsense


def illegal_move(answer):
    return answer.rsplit(" ", 1)[0] + " z9"


def against_the_rules(answer):
    return " ".join(answer.split()[:2]) + " reinforce 1 a1"


def empty_answer(answer):
    return " ".join(answer.split()[:2])


def garbage(_):
    return "I am thinking about it ..."


def binary(_):
    os.write(1, bytes(range(256)) + b"\n")


def bad_utf8(answer):
    os.write(1, answer.encode() + b"\xff\xfe\n")


def nul_bytes(answer):
    os.write(1, answer.encode() + b"\x00\n")


def stale(answer):
    return "answer 999 " + answer.split(" ", 2)[2]


def one_mistake(answer):
    say("garbage")
    return answer


def long_line(_):
    for _ in range(1600):
        os.write(1, b"x" * 65_536)
    os.write(1, b"\n")


def flood_stdout(_):
    while True:
        os.write(1, b"info depth 1 score 0.5\n" * 1000)


def flood_garbage(_):
    while True:
        os.write(1, b"garbage\n" * 1000)


def out_of_turn(answer):
    say(answer)
    os.write(1, b"garbage\n" * 150)
    time.sleep(1000)


def out_of_turn_a_little(answer):
    say(answer)
    os.write(1, b"garbage\n" * 20)


def stderr_flood(answer):
    for _ in range(256):
        os.write(2, b"e" * 65_535 + b"\n")
    return answer


# Halves and ends of pipes


def half_line(answer):
    os.write(1, answer[:5].encode())
    time.sleep(0.1)
    return answer[5:]


def half_line_exit(answer):
    os.write(1, answer.encode())
    sys.exit(0)


def close_stdout(_):
    os.close(1)
    time.sleep(1000)


def close_stdin(_):
    os.close(0)
    time.sleep(1000)


# Families


def orphans(_):
    for _ in range(4):
        subprocess.Popen(["sleep", "1000"])
    sys.exit(0)


def orphans_setsid(_):
    subprocess.Popen(["sleep", "1000"], start_new_session=True)
    subprocess.Popen(
        ["sh", "-c", "trap '' TERM HUP; setsid sh -c 'sleep 1000 & sleep 1000' & sleep 1000"], start_new_session=True
    )
    time.sleep(0.1)
    sys.exit(0)


def fork_and_hang(_):
    """Children in every kind of session, all deaf to signals, and the bot with them."""
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    subprocess.Popen(["sleep", "1000"])
    subprocess.Popen(["sleep", "1000"], start_new_session=True)
    if os.fork() == 0:
        os.setsid()
        if os.fork() != 0:
            os._exit(0)
    time.sleep(1000)


# Greed and curiosity


def eat_memory(_):
    hoard = []
    while True:
        hoard.append(b"m" * 10_000_000)


def eat_shared_memory(_):
    import mmap

    hoard = mmap.mmap(-1, 400_000_000)
    for start in range(0, 400_000_000, 4096):
        hoard[start] = 1
    time.sleep(1000)


def snoop_fds(_):
    found = [name for name in os.listdir("/proc/self/fd") if int(name) > 2 and os.path.exists(f"/proc/self/fd/{name}")]
    if found:
        print(f"inherited {found}", file=sys.stderr)
        sys.exit(9)


def snoop_seed(_):
    """Look for the seed of this game, or the key of the match, wherever a bot can look; exit with 9 if it is found."""
    seen = [sys.argv, dict(os.environ)]
    for name in os.listdir("/proc"):
        if name.isdigit():
            seen += [_read(f"/proc/{name}/{what}") for what in ("cmdline", "environ")]
    parents = [os.getcwd(), os.path.dirname(os.environ["TMPDIR"]), *filter(os.path.isdir, sys.argv)]
    for parent in parents:
        for folder, _, names in os.walk(parent):
            seen += [_read(os.path.join(folder, name)) for name in names]
    for word in set(re.findall(r"[0-9a-z]{1,32}", str(seen))):
        for seed in (word, *(hashlib.sha256(f"{word} pair {pair}".encode()).hexdigest()[:32] for pair in range(1, 5))):
            if hashlib.sha256(seed.encode()).hexdigest() == commit:
                print(f"the seed is {seed}", file=sys.stderr)
                sys.exit(9)


def _read(path):
    try:
        with open(path, "rb") as file:
            return file.read(1_000_000).decode("latin-1").replace("\0", " ")
    except OSError:
        return ""


def leave_files(answer):
    os.makedirs("deep/er", exist_ok=True)
    for name in ("litter", "deep/er/litter"):
        with open(name, "w") as file:
            file.write("x")
    with open(os.path.join(os.environ["HOME"], "more"), "w") as file:
        file.write("x")
    os.chmod("deep", 0o500)
    return answer


def deep_folders(answer):
    for _ in range(1100):  # beyond the depth at which Python stops recursion
        os.mkdir("d")
        os.chdir("d")
    return answer


def folder_becomes_a_link(answer):
    os.rmdir(os.environ["HOME"])
    os.symlink(os.environ["VICTIM"], os.environ["HOME"])
    return answer


def long_line_of_children(_):
    if os.fork() == 0:
        for _ in range(600):
            if os.fork():
                time.sleep(1000)
        time.sleep(1000)
    time.sleep(1000)


def crlf(answer):
    return answer + "\r"


def ok_bot(answer):
    return answer


def deaf_to_bye(answer):
    """Play well, and then stay."""
    global is_deaf
    is_deaf = True
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    return answer


def bare(answer):
    """Play well, but without the number of the decision."""
    return answer.split(" ", 2)[2]


def unflushed(answer):
    """Say nothing until its input ends."""
    for _ in lines():
        pass
    return answer


def unflushed_hello(_):
    for _ in lines():
        pass
    say("hello 1 late")


def chatty(answer):
    say("info all is well")
    if int(answer.split()[1]) % 10:
        return answer
    say(answer + "\nLet me see what they do.")
    return None


def stubborn(answer):
    """Does not learn from an error."""
    return answer


def banner(answer):
    """Greets people before it greets the engine."""
    return answer


def leaves(answer):
    """Play one game, and leave."""
    return answer


def long_stderr(_):
    for number in range(1, 93):
        print(f"line {number} of its log", file=sys.stderr)
    print("Error: boom", file=sys.stderr)
    print("    at choose (bot.js:7:9)", file=sys.stderr)
    for _ in range(4):
        print("    at ...", file=sys.stderr)
    print("Node.js v18.19.0", file=sys.stderr)
    sys.exit(1)


EARLY = (other_version, never_handshake, exit_before_handshake, wrong_protocol, unflushed_hello, unquoted)
ALWAYS = (crlf, bare, think, work, chatty)
is_deaf = False


def main() -> None:
    """Play, up to the misdeed."""
    global commit
    misdeed = globals()[sys.argv[1]]
    when = int(sys.argv[2]) if len(sys.argv) > 2 and sys.argv[2].isdigit() else 3
    if misdeed in EARLY:
        misdeed(None)
    if misdeed is banner:
        say("MyBot 1.0 by me")
    legal: list[str] = []
    number = count = 0
    for line in lines():
        word, _, rest = line.partition(" ")
        if word == "ready":
            say("hello 1 bad")
        elif word == "game":
            count, commit = 0, rest.split()[-1]
        elif word == "go":
            number, count, legal = int(rest.split()[0]), count + 1, []
            say("legal")
        elif word == "legal":
            legal.append(rest)
        elif word == "ok" and legal:
            answer = f"answer {number} {legal[(number * 7919) % len(legal)]}"
            legal = []
            if count == when or misdeed in ALWAYS:
                answer = misdeed(answer) if misdeed not in (snoop_fds, snoop_seed) else misdeed(answer) or answer
            if answer:
                say(answer)
        elif (word == "event" and misdeed is leaves and rest.startswith("over")) or (word == "bye" and not is_deaf):
            return
    while is_deaf:
        time.sleep(1)


if __name__ == "__main__":
    main()
