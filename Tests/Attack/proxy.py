#!/usr/bin/env python3
"""Sends each row of rows.py to nginx in front of the tenant: does the tenant see what nginx did not send?

    proxy.py TESSERA [--rounds 20] [--seed 1]

Between the two, a recorder counts. nginx keeps one connection open and sends one request after another, with and
without buffering the content. On each connection, the tenant answers no more requests than nginx sent, and never before
one was sent. Says 'not run' without nginx."""
import argparse
import contextlib
import os
import random
import re
import shutil
import socket
import subprocess
import tempfile
import threading
import time

from program import Findings, connect, exchange_on, started, statuses
from rows import rows

PATH = b"/common/oauth2/v2.0/token"
CONFIGURATION = """
daemon off; worker_processes 1; pid %(folder)s/pid; error_log %(folder)s/errors;
events {}
http {
    access_log %(folder)s/requests;
    client_body_temp_path %(folder)s/1; proxy_temp_path %(folder)s/2; fastcgi_temp_path %(folder)s/3;
    uwsgi_temp_path %(folder)s/4; scgi_temp_path %(folder)s/5;
    # As much as nginx lets through, for there to be something to refuse.
    large_client_header_buffers 8 64k; ignore_invalid_headers off; underscores_in_headers on; merge_slashes off;
    # Clients here end what they send, and then read.
    proxy_ignore_client_abort on; lingering_timeout 100ms;
    upstream tenant { server 127.0.0.1:%(recorder)d; keepalive 1; }
    server {
        listen unix:%(folder)s/socket;
        location / {
            proxy_pass http://tenant; proxy_http_version 1.1;
            proxy_set_header Connection ""; proxy_set_header Host %(host)s; proxy_set_header X-Sent $request_id;
        }
        location /common { # The same, but nginx sends content as it comes.
            proxy_pass http://tenant; proxy_http_version 1.1; proxy_request_buffering off; proxy_buffering off;
            proxy_set_header Connection ""; proxy_set_header Host %(host)s; proxy_set_header X-Sent $request_id;
        }
    }
}
"""


class Recorder:
    """Passes bytes on, and counts requests of nginx and answers of the tenant on each connection."""

    def __init__(self, port, findings):
        self.port, self.findings = port, findings
        self.requests = self.answers = self.connections = 0
        self.lock, self.threads = threading.Lock(), []
        self.listener = socket.create_server(("127.0.0.1", 0))
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        with contextlib.suppress(OSError):
            while True:
                near, _ = self.listener.accept()
                self.connections += 1
                self.pass_on(near, connect(self.port, None))

    def pass_on(self, near, far):
        sent, received = bytearray(), bytearray()

        def forth():
            with contextlib.suppress(OSError):
                while piece := near.recv(65536):
                    with self.lock:
                        sent.extend(piece)
                    far.sendall(piece)
                far.shutdown(socket.SHUT_WR)

        def back():
            with contextlib.suppress(OSError):
                while piece := far.recv(65536):
                    received.extend(piece)
                    self.compare(sent, received)
                    near.sendall(piece)
                near.shutdown(socket.SHUT_WR)
            with self.lock:
                self.requests += requests(sent)
                self.answers += len(statuses(received))

        for work in (forth, back):
            self.threads.append(threading.Thread(target=work, daemon=True))
            self.threads[-1].start()

    def compare(self, sent, received):
        with self.lock:
            made, answered = requests(sent), len(statuses(received))
        text = f"{answered} answers to {made} requests: {bytes(sent[-500:])!r} {bytes(received[-500:])!r}"
        self.findings.expect(answered <= made, text)


def requests(sent):
    """Only nginx knows the ids that it writes into heads; two requests never have the same."""
    return len(set(re.findall(rb"\r\nX-Sent: ([0-9a-f]{32})\r\n", sent)))


@contextlib.contextmanager
def nginx(folder, recorder, host):
    with open(f"{folder}/nginx.conf", "w") as file:
        port = recorder.listener.getsockname()[1]
        file.write(CONFIGURATION % {"folder": folder, "recorder": port, "host": host.decode()})
    # The folder is for root alone, and the worker is another user's.
    os.chmod(folder, 0o755)
    process = subprocess.Popen(["nginx", "-c", f"{folder}/nginx.conf", "-e", f"{folder}/errors"])
    try:
        while not os.path.exists(f"{folder}/pid"):
            if process.poll() is not None:
                raise SystemExit(f"nginx ended: {process.returncode}")
            time.sleep(0.02)
        yield f"{folder}/socket"
    finally:
        process.terminate()
        process.wait()


def send(path, data, pieces):
    with socket.socket(socket.AF_UNIX) as connection:
        connection.settimeout(10)
        connection.connect(path)
        return statuses(exchange_on(connection, data, pieces))


def attack(program, findings, options, folder):
    host, generator = program.name("listening"), random.Random(options.seed)
    recorder = Recorder(program.port("listening"), findings)
    table = rows(host, PATH) + rows(host, b"/nothing")
    count = 0
    with nginx(folder, recorder, host) as path:
        for _ in range(options.rounds):
            generator.shuffle(table)
            for row in table:
                pieces = sorted(generator.sample(range(len(row.data)), 2))
                answers = send(path, row.data, pieces)
                findings.expect(not {502, 504} & set(answers), f"{row.name}: nginx got no answer: {answers}")
                count += 1
        findings.expect(program.is_well("listening"), "somebody else is not answered")
    recorder.listener.close()
    for thread in recorder.threads:
        thread.join(10)
    return count, recorder


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tessera")
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if not shutil.which("nginx"):
        print("proxy: not run, because nginx is not installed")
        return
    begin, findings = time.monotonic(), Findings()
    with started(options.tessera, "tenant") as program, tempfile.TemporaryDirectory(prefix="nginx-") as folder:
        count, recorder = attack(program, findings, options, folder)
        findings.expect(recorder.requests > count / 4, f"only {recorder.requests} requests reached the tenant")
        findings.end(
            f"proxy: {count} inputs, {recorder.requests} requests sent on {recorder.connections} connections, "
            f"{recorder.answers} answers", begin)


if __name__ == "__main__":
    main()
