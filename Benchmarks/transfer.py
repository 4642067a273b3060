#!/usr/bin/env python3
"""10 GiB up and down beside curl, a cancellation, and the cost of a token: transfer.py PROGRAMS [GIB]

PROGRAMS holds TransferBenchmark and tessera; TESSERA_BEFORE names an earlier `tessera` for `tessera call -T`. The server
is Debian's nginx, which sends a file of holes and counts uploads in Lua: nothing is stored.
"""
import os
import pathlib
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time

from table import heading, row

GIB, RUNS, CANCELLATIONS = 1 << 30, 3, 20
MODULES = "/usr/lib/nginx/modules"
CONFIGURATION = """
load_module {modules}/ndk_http_module.so; load_module {modules}/ngx_http_lua_module.so;
daemon off; master_process off; pid {folder}/pid; error_log {folder}/errors;
events {{ worker_connections 64; }}
http {{
  access_log off; client_max_body_size 0; sendfile on; keepalive_requests 10000000; lua_socket_buffer_size 64k;
  client_body_temp_path {folder}; proxy_temp_path {folder}; fastcgi_temp_path {folder}; uwsgi_temp_path {folder};
  scgi_temp_path {folder};
  server {{
    listen 127.0.0.1:{port}; root {folder}/files;
    location /up {{ content_by_lua_block {{
      local socket, count = ngx.req.socket(), 0
      while true do
        local data = socket and socket:receiveany(65536)
        if not data then break end
        count = count + #data
      end
      ngx.print(count)
    }} }}
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
        configuration.write_text(CONFIGURATION.format(folder=folder, port=self.port, modules=MODULES))
        self.process = subprocess.Popen(["/usr/sbin/nginx", "-e", self.folder / "errors", "-c", configuration])
        deadline = time.monotonic() + 10
        while socket.socket().connect_ex(("127.0.0.1", self.port)):
            if time.monotonic() > deadline:
                raise SystemExit("nginx does not listen: " + (self.folder / "errors").read_text())
            time.sleep(0.05)

    def url(self, path):
        return f"http://127.0.0.1:{self.port}/{path}"

    def stop(self):
        self.process.terminate()
        self.process.wait()


def curl(size, *arguments):
    """The bytes that curl moves in a second."""
    seconds = subprocess.run(
        ["curl", "--silent", "--fail", "--output", "/dev/null", "--write-out", "%{time_total}", *arguments], check=True,
        stdout=subprocess.PIPE, text=True).stdout
    return size / float(seconds)


def ours(size, memory, *command):
    """The bytes that our program moves in a second; notes the memory."""
    seconds, moved, before, after = subprocess.run(
        [str(word) for word in command], check=True, stdout=subprocess.PIPE, text=True).stdout.split()
    if int(moved) != size:
        raise SystemExit(f"{moved} of {size} bytes arrived")
    memory.append((int(after) - int(before)) / 1024)
    return size / float(seconds)


def called(size, program, nginx):
    """The bytes that `tessera call` uploads in a second, from its start to its end."""
    with tempfile.TemporaryDirectory() as home:
        begin = time.perf_counter()
        moved = subprocess.run(
            [program, "call", nginx.url("up"), "-T", nginx.file], check=True, stdout=subprocess.PIPE, text=True,
            env={**os.environ, "TESSERA_HOME": home}).stdout
        seconds = time.perf_counter() - begin
    if int(moved) != size:
        raise SystemExit(f"{moved} of {size} bytes arrived")
    return size / seconds


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


def main(programs, gib=10):
    size = int(gib) * GIB
    programs = pathlib.Path(programs)
    with tempfile.TemporaryDirectory() as folder:
        nginx = Nginx(folder, size)
        try:
            measure(programs, nginx, size)
        finally:
            nginx.stop()


def measure(programs, nginx, size):
    program, before = programs / "TransferBenchmark", os.environ.get("TESSERA_BEFORE")
    down, up, up_file, up_called, memory = [], [], [], [], []
    curl(size, nginx.url("down"))  # the kernel fills its pages of holes once
    for _ in range(RUNS):
        down.append((ours(size, memory, program, "down", nginx.url("down")), curl(size, nginx.url("down"))))
        beside = curl(size, "--upload-file", nginx.file, nginx.url("up"))
        up.append((ours(size, memory, program, "up", nginx.url("up"), size), beside))
        up_file.append((ours(size, memory, program, "up", nginx.url("up"), size, nginx.file), beside))
        if before:
            # Neither is always the first.
            order = (programs / "tessera", before)[:: 1 if len(up_called) % 2 == 0 else -1]
            rates = {one: called(size, one, nginx) for one in order}
            up_called.append((rates[programs / "tessera"], rates[before]))

    def line(text, rates, other_name="curl", goal="0.8 at least"):
        own, other = (statistics.median(values) / GIB for values in zip(*rates))
        row(f"{text}: {own:.2f} GiB/s / {other_name} {other:.2f} GiB/s", statistics.median(a / b for a, b in rates), goal)

    heading(f"Transfers of {size // GIB} GiB")
    line("a download", down)
    line("an upload of made-up bytes", up)
    line("an upload of a file", up_file)
    if before:
        line("`tessera call -T`", up_called, "before", "1 at least")
    row("peak memory over an idle process, the most of all, in MiB", f"{max(memory):.1f}", "40 at most")
    waits = cancellations(program)
    row("from a cancellation to the closed connection, the longest, in ms", f"{max(waits):.1f}", "100 at most")
    rounds = [[int(number) for number in line.split()] for line in subprocess.run(
        [program, "authorized", nginx.url("small")], check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines()]
    bare, authorized = (statistics.median(values) / 1000 for values in zip(*rounds))
    row(f"1 kB with a token ({authorized:.0f} µs) / bare ({bare:.0f} µs)",
        statistics.median(a / b for b, a in rounds), "1.05 at most")


main(*sys.argv[1:])
