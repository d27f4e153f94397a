"""All benchmarks, one after another: `python -m benchmarks` (about half an hour).

Each is a module with a `main`, and can be run by itself: `python -m benchmarks.served.stepping`.
`core` measures the library alone; `served` measures the running app, with a browser or without.
"""

import subprocess
import sys

#: In the order of benchmarks/README.md.
MODULES = (
    "core.train",
    "core.seek",
    "core.encode",
    "core.vocabularies",
    "core.after_bpe",
    "served.waiting",
    "served.stepping",
    "served.movement",
    "served.traffic",
    "served.tokenizer_files",
    "served.interpreter_held",
    "served.load",
    "served.comes_back",
    "served.room",
)

for module in MODULES:
    print(f"\n## {module}\n", flush=True)
    # Each runs in its own process, so that none inherits the memory and warm caches of another.
    subprocess.run([sys.executable, "-m", f"benchmarks.{module}"], check=True)
