"""Write the static edition into a folder: `python -m pages.static_edition site`."""

import sys
from pathlib import Path

from pages.static_edition import write_site

write_site(Path(sys.argv[1]))
