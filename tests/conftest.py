"""What holds for all tests: how counter-examples are looked for, and that Ctrl-C is heard."""

import os
import signal

from hypothesis import settings

# A sixth game, whose tests run where it stands on the shelf (test_docs.py).
collect_ignore = ["lanterns"]

# Without a clock, and on the build server always the same.
settings.register_profile("mapkit", deadline=None, derandomize=bool(os.environ.get("CI")))
settings.load_profile("mapkit")

# A shell starts what runs in the background deaf to Ctrl-C, and all that is started from there would be, too.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
