"""All benchmarks, one after another: `python -m benchmarks` (about twenty minutes).

Each is a module with a `main`, and can be run by itself: `python -m benchmarks.stepping`.
"""

import subprocess
import sys

for module in ("training", "waiting", "stepping", "load", "room"):
    print(f"\n## {module}\n", flush=True)
    # Each runs in its own process, so that none inherits the memory and warm caches of another.
    subprocess.run([sys.executable, "-m", f"benchmarks.{module}"], check=True)
