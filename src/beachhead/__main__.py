"""`python -m beachhead` is `beachhead`."""

import sys

from beachhead.cli import main

sys.exit(main())
