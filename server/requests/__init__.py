"""ASGI middleware for every request: open routes, limits, security headers and the log."""
