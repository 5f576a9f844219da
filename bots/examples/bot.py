# A bot in Python without the SDK. Run it as: python3 bot.py SEED
import sys

seed = int(sys.argv[1]) if len(sys.argv) > 1 else 1
number = 0  # of the decision that is asked for: the ID of `go`
actions: list[str] = []  # what `legal` has listed so far

for line in sys.stdin:
    word, _, rest = line.rstrip("\r\n").partition(" ")
    if word == "ready":
        print('hello 1 "Example in Python"', flush=True)
    elif word == "go":
        number = int(rest.split()[0])
        actions = []
        print("legal", flush=True)
    elif word == "legal":
        actions.append(rest)
    elif word == "ok" and actions:  # the list is complete
        h = (seed * 7919 + number * 104729) % 1000003
        h = (h * h + number) % 1000003
        print("answer", number, actions[h % len(actions)], flush=True)
        actions = []
    elif word == "bye":
        break
