"""A route without a token beside one in Go, which answers with as many bytes: for compare.py."""
import contextlib
import pathlib
import socket
import subprocess
import tempfile

from comparison import Row, rounds
from server import Server, wrk

CONNECTIONS, SECONDS = 64, 3


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as server:
        return server.getsockname()[1]


@contextlib.contextmanager
def folder_of_answers(size):
    """A folder with what the bare routes answer, and with a request for wrk."""
    with tempfile.TemporaryDirectory() as place:
        folder = pathlib.Path(place)
        for name, text in [("page.json", "x" * size), ("tokens", "x" * 1000), ("paths", "/page\n"), ("keys.json", '{"keys":[]}')]:
            (folder / name).write_text(text)
        yield folder


def microseconds(server, address, folder):
    """The processor time of a request, at the most that the server can."""
    before = server.ticks()
    figures = wrk(address, folder / "tokens", folder / "paths", connections=CONNECTIONS, seconds=SECONDS)
    assert figures.errors == 0, figures
    return (server.ticks() - before) * 10_000 / (figures.rate * SECONDS)


def p99(address, folder, rate):
    """The time in ms within which 99 of 100 answers come, at a rate that h2load keeps."""
    log = folder / "h2load"
    log.unlink(missing_ok=True)
    subprocess.run(
        ["taskset", "-c", "1", "h2load", "--h1", "-t1", f"-c{CONNECTIONS}", f"-D{SECONDS}",
         "--rps", f"{rate / CONNECTIONS:.3f}", f"--log-file={log}", f"{address}/page"], check=True, stdout=subprocess.DEVNULL)
    answers = [line.split("\t") for line in log.read_text().splitlines()]
    assert all(status == "200" for _, status, _ in answers)
    times = sorted(int(time) for _, _, time in answers)
    return times[len(times) * 99 // 100] / 1000


def rows(programs, earlier, helpers):
    """The rows of the bare route."""
    with folder_of_answers(2000) as folder:
        port = free_port()
        with Server(helpers / "APIBenchmark", "bare", folder, port, errors=subprocess.DEVNULL) as now, \
                Server(helpers / "api_go", folder, "bare", GOMAXPROCS="1") as go:
            sides = [(now, f"http://127.0.0.1:{port}"), (go, f"http://127.0.0.1:{int(go.line)}")]
            found = rounds(lambda side: microseconds(*side, folder), *sides)
            yield Row("bare route, CPU in µs", [(None, *one) for one in found], "Go", most=0.7)
            rate = wrk(sides[1][1], folder / "tokens", folder / "paths", connections=CONNECTIONS, seconds=SECONDS).rate / 2
            found = rounds(lambda side: p99(side[1], folder, rate), *sides)
            yield Row(f"bare route, p99 at {rate:,.0f} requests/s, in ms", [(None, *one) for one in found], "Go", most=1)
