"""SuperBPE and BoundlessBPE: BPE whose later merges may cross the borders of words."""
