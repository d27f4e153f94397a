"""All benchmarks, one after another: `python -m benchmarks` (about half an hour).

Each is a module with a `main`, and can be run by itself: `python -m benchmarks.stepping`.
"""

import subprocess
import sys

#: In the order of benchmarks/README.md.
MODULES = (
    "train",
    "seek",
    "encode",
    "vocabularies",
    "waiting",
    "stepping",
    "wire",
    "neighbour",
    "tokenizer_files",
    "held",
    "load",
    "comes_back",
    "room",
)

for module in MODULES:
    print(f"\n## {module}\n", flush=True)
    # Each runs in its own process, so that none inherits the memory and warm caches of another.
    subprocess.run([sys.executable, "-m", f"benchmarks.{module}"], check=True)
