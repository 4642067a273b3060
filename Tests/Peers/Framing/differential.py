"""Compares which requests we read in generated connections with what Go's net/http, h11 and httptools read there.

Each request that we accept must be one for each of the others, with the same method, target, host, fields and content.
Once we have refused something, that they accept more is no fault; while we wait for more bytes, it is one. What differs
on purpose is in exceptions.toml.

    differential.py OURS GO [COUNT [SEED [every|four]]]
"""
import collections
import concurrent.futures
import re
import sys
import time
import tomllib
from pathlib import Path

from connections import connections
from readers import read_with_go, read_with_h11, read_with_httptools, read_with_ours

CHUNK = 2_000
EXCEPTIONS = tomllib.loads(Path(__file__).with_name("exceptions.toml").read_text())["exception"]


def exception(reader, request, before, refuses):
    """The number of the exception for a request that a reader refuses or reads otherwise; None if there is none."""
    for number, one in enumerate(EXCEPTIONS):
        if reader in one["readers"] and (refuses or "reads" in one):
            for kind, place in (("request", request), ("after", before)):
                if kind in one and re.search(one[kind].encode("latin-1"), place):
                    return number
    return None


def first_difference(ours, other, end):
    """The number of the first request that is not the same; None if there is none."""
    for number, one in enumerate(ours):
        if other[number:number + 1] != [one]:
            return number
    return len(ours) if end == b"more" and len(other) > len(ours) else None


def compare(ours, go, seed, count, splits):
    """How many requests were accepted and refused, how often each exception was needed, and what else differs."""
    sent = connections(seed, count)
    counts, differences = collections.Counter(), []
    readings = {
        "Go": read_with_go(go, sent), "h11": map(read_with_h11, sent), "httptools": map(read_with_httptools, sent)}
    for connection, (requests, places, end), *others in zip(
            sent, read_with_ours(ours, splits, sent), *readings.values(), strict=True):
        counts.update(requests=len(requests), refusals=end.isdigit())
        for reader, other in zip(readings, others):
            number = first_difference(requests, other, end)
            if number is None:
                continue
            before = places[number - 1] if number else b""
            known = exception(reader, places[number], before, refuses=len(other) == number)
            if known is None:
                differences.append(
                    f"{reader}: {connection}\n  we read {requests[number:number + 1]}\n  it {other[number:number + 1]}")
            else:
                counts[known] += 1
    return counts, differences


def compare_all(ours, go, count, seed=1, splits="every"):
    """The same for many connections, on all cores."""
    counts, differences = collections.Counter(), []
    with concurrent.futures.ProcessPoolExecutor() as pool:
        work = [pool.submit(compare, ours, go, seed * 1_000_000 + first, min(CHUNK, count - first), splits)
                for first in range(0, count, CHUNK)]
        for one in concurrent.futures.as_completed(work):
            counts += one.result()[0]
            differences += one.result()[1]
    return counts, differences


if __name__ == "__main__":
    ours, go, *rest = sys.argv[1:]
    count, seed = (int(text) for text in (rest[:2] + ["100000", "1"][len(rest):]))
    begin = time.monotonic()
    counts, differences = compare_all(ours, go, count, seed, *rest[2:])
    print(*differences[:20], sep="\n")
    print(f"{count} connections in {time.monotonic() - begin:.0f} s: {counts['requests']} requests accepted, "
          f"{counts['refusals']} refused, {len(differences)} differences")
    for number, one in enumerate(EXCEPTIONS):
        print(f"{counts[number]:8d} exceptions: {one['reason']}")
    sys.exit(bool(differences))
