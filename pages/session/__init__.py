"""What this session looks at: the state and its link, languages, traces."""
