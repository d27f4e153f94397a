"""State that belongs to no session: kept in this process, or in a store that replicas share."""
