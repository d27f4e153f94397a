"""A walk of merges: what Python sends of it beside the steps."""
