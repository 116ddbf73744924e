// Replaced by the target's first type.
