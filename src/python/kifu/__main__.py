"""`python -m kifu`: the program itself."""

import subprocess
import sys

from kifu import path

sys.exit(subprocess.run([path(), *sys.argv[1:]], check=False).returncode)
