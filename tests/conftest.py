"""One way of looking for counter-examples: without a clock, and on the build server always the same."""

import os

from hypothesis import settings

settings.register_profile("mapkit", deadline=None, derandomize=bool(os.environ.get("CI")))
settings.load_profile("mapkit")
