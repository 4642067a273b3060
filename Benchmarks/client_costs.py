"""A request of our HTTP client beside one of Go's: for compare.py."""
import subprocess

from bare_routes import folder_of_answers
from comparison import Row, rounds
from server import Server

REQUESTS = 20_000


def microseconds(command, address, width):
    """The processor time of a request, with some in flight at a time; the client has one core."""
    done = subprocess.run(["taskset", "-c", "0", *map(str, command), address, str(REQUESTS), str(width)], check=True,
                          stdout=subprocess.PIPE, text=True)
    return float(done.stdout)


def rows(programs, earlier, helpers):
    """The rows of the client."""
    with folder_of_answers(1000) as folder:
        with Server(helpers / "api_go", folder, "bare", cores="1", GOMAXPROCS="1") as server:
            address = f"http://127.0.0.1:{int(server.line)}/"
            ours, theirs = [helpers / "TransferBenchmark", "requests"], [helpers / "client_go"]
            for width in (1, 64):
                found = rounds(lambda command: microseconds(command, address, width), ours, theirs)
                yield Row(f"HTTP client, {width} in flight, CPU in µs", [(None, *one) for one in found], "Go", most=1.5)
