"""A machine must allow mounts and networks that end with this program."""
import os

ENTERED = "TESSERA_SOAK_NAMESPACES"


class NotRun(Exception):
    """This machine lacks what a fault needs."""


def need():
    """Ends a fault that needs namespaces where there are none."""
    if os.geteuid() != 0:
        raise NotRun("it needs root")
    if ENTERED not in os.environ:
        raise NotRun("namespaces for mounts and networks are forbidden here, or 'unshare' or 'ip' is missing")
