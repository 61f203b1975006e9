"""Write the JSON schemas of encounter files anew from what the loaders accept.

``python tests/schemas.py`` names the files in ``configs/encounters`` that differ; ``--update``
rewrites them.
"""

import argparse
import json
import sys
from pathlib import Path

from fracas.envs import SYSTEMS
from fracas.envs.core.encounter import schema

FOLDER = Path(__file__).resolve().parents[1] / "configs" / "encounters"


def main() -> int:
    """Name or rewrite the files that differ; return how many were only named."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--update", action="store_true", help="rewrite the files that differ")
    update = parser.parse_args().update
    named = 0
    for system in SYSTEMS:
        path = FOLDER / f"{system.name}.schema.json"
        fresh = json.dumps(schema(system.encounter_model), indent=2) + "\n"
        if path.exists() and path.read_text(encoding="utf-8") == fresh:
            continue
        if update:
            path.write_text(fresh, encoding="utf-8")
        else:
            named += 1
        print(f"{path.name} {'rewritten' if update else 'differs'}")
    return named


if __name__ == "__main__":
    sys.exit(main())
