"""Settings that all tests share."""

from hypothesis import HealthCheck, settings

# No deadline: on a busy machine an example may take long once, which says nothing.
# A failure is printed with the line that reproduces it, as CI keeps no example database.
settings.register_profile(
    "house",
    deadline=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("house")
