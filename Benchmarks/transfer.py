#!/usr/bin/env python3
"""10 GiB up and down beside curl, a cancellation, and the cost of a token: transfer.py PROGRAM [GIB]

PROGRAM is TransferBenchmark. The server is Debian's nginx, which sends a file of holes and throws uploads away: nothing
is stored. Its log has the bytes and the seconds of each upload, since it answers before the end.
"""
import os
import pathlib
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time

from table import heading, row

GIB, RUNS, CANCELLATIONS = 1 << 30, 3, 20
CONFIGURATION = """
daemon off; master_process off; pid {folder}/pid; error_log {folder}/errors;
events {{ worker_connections 64; }}
http {{
  log_format transfers '$request_method $status $request_length $bytes_sent $request_time';
  access_log {folder}/log transfers; client_max_body_size 0; lingering_time 1h; sendfile on; keepalive_requests 10000000;
  client_body_temp_path {folder}; proxy_temp_path {folder}; fastcgi_temp_path {folder}; uwsgi_temp_path {folder};
  scgi_temp_path {folder};
  server {{
    listen 127.0.0.1:{port}; root {folder}/files;
    location /up {{ return 200 "ok"; }}
  }}
}}
"""


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as server:
        return server.getsockname()[1]


class Nginx:
    def __init__(self, folder, size):
        self.folder, self.port = pathlib.Path(folder), free_port()
        (self.folder / "files").mkdir()
        self.file = self.folder / "files" / "down"
        with open(self.file, "wb") as file:
            file.truncate(size)
        (self.folder / "files" / "small").write_bytes(b"x" * 1000)
        configuration = self.folder / "nginx.conf"
        configuration.write_text(CONFIGURATION.format(folder=folder, port=self.port))
        self.process = subprocess.Popen(["/usr/sbin/nginx", "-e", self.folder / "errors", "-c", configuration])
        deadline = time.monotonic() + 10
        while socket.socket().connect_ex(("127.0.0.1", self.port)):
            if time.monotonic() > deadline:
                raise SystemExit("nginx does not listen: " + (self.folder / "errors").read_text())
            time.sleep(0.05)

    def url(self, path):
        return f"http://127.0.0.1:{self.port}/{path}"

    def lines(self):
        return [line for line in (self.folder / "log").read_text().splitlines() if line.startswith("PUT")]

    def upload(self, size, command):
        """Runs an upload, and returns the seconds that nginx counted and the program's output."""
        before = len(self.lines())
        done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
        deadline = time.monotonic() + 5
        while len(self.lines()) == before and time.monotonic() < deadline:
            time.sleep(0.02)
        _, status, received, _, seconds = self.lines()[-1].split()
        if len(self.lines()) != before + 1 or status != "200" or int(received) < size:
            raise SystemExit(f"nginx received {received} bytes: {self.lines()[-1]}")
        return float(seconds), done.stdout

    def stop(self):
        self.process.terminate()
        self.process.wait()


def timed(command):
    start = time.monotonic()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return time.monotonic() - start


class Endless:
    """Sends for ever, and notes when the client has gone."""

    def __init__(self):
        self.server = socket.create_server(("127.0.0.1", 0))
        self.closed = []
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        while True:
            client, _ = self.server.accept()
            try:
                client.recv(65536)
                client.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 1000000000000\r\n\r\n")
                while True:
                    client.sendall(bytes(65536))
            except OSError:
                self.closed.append(time.monotonic_ns())
            client.close()


def cancellations(program):
    endless, waits = Endless(), []
    url = f"http://127.0.0.1:{endless.server.getsockname()[1]}/"
    for number in range(CANCELLATIONS):
        cancelled = int(subprocess.run([program, "cancel", url], check=True, stdout=subprocess.PIPE).stdout)
        while len(endless.closed) <= number:
            time.sleep(0.001)
        waits.append((endless.closed[number] - cancelled) / 1e6)
    return waits


def main(program, gib=10):
    size = int(gib) * GIB
    with tempfile.TemporaryDirectory() as folder:
        nginx = Nginx(folder, size)
        try:
            measure(program, nginx, size)
        finally:
            nginx.stop()


def measure(program, nginx, size):
    down, up, up_file, memory = [], [], [], []
    for _ in range(RUNS):
        curl = timed(["curl", "--silent", "--fail", "--output", "/dev/null", nginx.url("down")])
        seconds, received, before, after = subprocess.run(
            [program, "down", nginx.url("down")], check=True, stdout=subprocess.PIPE, text=True).stdout.split()
        assert int(received) == size
        down.append((size / float(seconds), size / curl))
        memory.append((int(after) - int(before)) / 1024)
        curl, _ = nginx.upload(size, ["curl", "--silent", "--fail", "--upload-file", nginx.file, nginx.url("up")])
        ours, output = nginx.upload(size, [program, "up", nginx.url("up"), str(size)])
        up.append((size / ours, size / curl))
        memory.append((int(output.split()[3]) - int(output.split()[2])) / 1024)
        ours, output = nginx.upload(size, [program, "up", nginx.url("up"), str(size), nginx.file])
        up_file.append((size / ours, size / curl))
        memory.append((int(output.split()[3]) - int(output.split()[2])) / 1024)

    def line(text, rates):
        ours, curl = (statistics.median(values) / GIB for values in zip(*rates))
        row(f"{text}: {ours:.2f} GiB/s / curl {curl:.2f} GiB/s", statistics.median(a / b for a, b in rates), "0.8 at least")

    heading(f"Transfers of {size // GIB} GiB")
    line("a download", down)
    line("an upload of made-up bytes", up)
    line("an upload of a file", up_file)
    row("peak memory over an idle process, the most of all, in MiB", f"{max(memory):.1f}", "40 at most")
    waits = cancellations(program)
    row("from a cancellation to the closed connection, the longest, in ms", f"{max(waits):.1f}", "100 at most")
    rounds = [[int(number) for number in line.split()] for line in subprocess.run(
        [program, "authorized", nginx.url("small")], check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines()]
    bare, authorized = (statistics.median(values) / 1000 for values in zip(*rounds))
    row(f"1 kB with a token ({authorized:.0f} µs) / bare ({bare:.0f} µs)",
        statistics.median(a / b for b, a in rounds), "1.05 at most")


main(*sys.argv[1:])
