"""What an occurrence of a token counts, by how many tokens stand between it and the start of its block."""

from __future__ import annotations

import numpy as np

HALF = 3  # at this distance an occurrence counts half; of six shapes, chosen on the dev projects
LONGEST = 1_024

DECAY = (HALF / (HALF + np.arange(LONGEST))).astype(np.float32)
