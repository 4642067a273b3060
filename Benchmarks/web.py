#!/usr/bin/env python3
"""The app in a browser: pages beside bare routes, an open loop of searches, memory, and what a person sees.

web.py FOLDER PYTHON: the folder of the built programs, and a Python with Selenium, for the part in Chromium.
"""
import asyncio
import json
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile
import time

from table import heading, row

PORT = 4650  # of the app; the bare route is at the next one
SEARCHES, SECONDS, SESSIONS = 500, 20, 500
PEOPLE = json.dumps({"value": [
    {"id": f"00000000-0000-0000-0000-{number:012}", "displayName": f"Conor {number}", "givenName": "Conor",
     "mail": f"conor{number}@aldervale.example", "jobTitle": "Engineer", "department": "Research"}
    for number in range(20)]}).encode()


class Graph(asyncio.Protocol):
    """Answers each request with the same twenty people, and notes when."""

    answered = 0.0

    def connection_made(self, transport):
        self.transport = transport

    def data_received(self, data):
        head = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n" % len(PEOPLE)
        for _ in range(data.count(b"\r\n\r\n")):
            self.transport.write(head + PEOPLE)
        if b"/users?" in data:  # not for a photo
            Graph.answered = time.time()


async def get(connections, path, cookie):
    """One request on a kept connection; gives the status and how many milliseconds it took."""
    start = time.perf_counter()
    reader, writer = connections.pop() if connections else await asyncio.open_connection("127.0.0.1", PORT)
    writer.write(f"GET {path} HTTP/1.1\r\nHost: localhost:{PORT}\r\nAccept: text/html\r\nCookie: {cookie}\r\n\r\n".encode())
    head = await reader.readuntil(b"\r\n\r\n")
    await reader.readexactly(int(re.search(rb"(?i)content-length: (\d+)", head)[1]))
    connections.append((reader, writer))
    return int(head.split()[1]), (time.perf_counter() - start) * 1000


async def open_loop(cookies):
    """Starts searches at fixed times, whatever the answers take; gives statuses and times."""
    connections, tasks, begin = [], [], time.perf_counter()
    for number in range(SEARCHES * SECONDS):
        await asyncio.sleep(max(0, begin + number / SEARCHES - time.perf_counter()))
        tasks.append(asyncio.create_task(
            get(connections, f"/people/results?q=con{number % 97}", cookies[number % len(cookies)])))
    return await asyncio.gather(*tasks)


def wrk(address, *headers):
    """Requests a second with 32 connections; the load has a core of its own."""
    options = [part for header in headers for part in ("-H", header)]
    output = subprocess.run(
        ["taskset", "-c", "1", "wrk", "-t1", "-c32", "-d3s", *options, address], check=True, capture_output=True,
        text=True).stdout
    assert "Non-2xx" not in output, output
    return float(re.search(r"Requests/sec:\s+([\d.]+)", output)[1])


async def beside(cookie, *other):
    """Loads another page and a signed-in page in turn; gives the median ratio, and both in requests a second."""
    pairs = []
    for _ in range(5):
        theirs = await asyncio.to_thread(wrk, *other)
        ours = await asyncio.to_thread(wrk, f"http://localhost:{PORT}/people", f"Cookie: {cookie}", "Accept: text/html")
        pairs.append((ours, theirs))
    ours, theirs = (statistics.median(values) for values in zip(*pairs))
    return statistics.median(one / two for one, two in pairs), ours, theirs


def memory(process):
    """The resident memory, in KiB."""
    text = pathlib.Path(f"/proc/{process.pid}/status").read_text()
    return int(re.search(r"VmRSS:\s+(\d+)", text)[1])


def app(programs, folder, graph):
    command = ["taskset", "-c", "0", programs / "WebBenchmark", "app", folder, str(PORT), graph]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout.readline() == "ready\n"
    return process


async def main(programs, python):
    programs = pathlib.Path(programs)
    heading("the app in a browser")
    server = await asyncio.get_running_loop().create_server(Graph, "127.0.0.1", 0)
    graph = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/"
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([programs / "WebBenchmark", "sessions", folder, str(PORT), str(SESSIONS)], check=True)
        cookies = pathlib.Path(folder, "cookies").read_text().split("\n")
        process = app(programs, folder, graph)
        try:
            await measure(process, cookies, pathlib.Path(folder, "page.html"))
            chromium = await asyncio.create_subprocess_exec(
                python, "-B", str(pathlib.Path(__file__).with_name("web_browser.py")), f"http://localhost:{PORT}",
                cookies[0], stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE)
            while line := await chromium.stdout.readline():
                if line.strip() == b"answered?":
                    chromium.stdin.write(f"{Graph.answered}\n".encode())
                else:
                    row(*json.loads(line))
        finally:
            process.terminate()
            process.wait()


async def measure(process, cookies, page):
    connections = []
    await get(connections, "/people", cookies[0])
    before = memory(process)
    for cookie in cookies:
        assert (await get(connections, "/people", cookie))[0] == 200
    kilobytes = (memory(process) - before) / len(cookies)
    row(f"memory of a session in use: {kilobytes:.1f} KiB")

    ratio, signed_in, bare = await beside(cookies[0], f"http://127.0.0.1:{PORT + 1}/bare")
    row(f"a signed-in page ({signed_in:.0f}/s) / its {page.stat().st_size} bytes from a bare route ({bare:.0f}/s)",
        ratio, "0.3 at least")
    express = subprocess.Popen(
        ["taskset", "-c", "0", "node", str(pathlib.Path(__file__).with_name("web_express.js")), str(page)],
        stdout=subprocess.PIPE, text=True, env={**os.environ, "NODE_PATH": "/usr/share/nodejs"})
    try:
        port = int(express.stdout.readline())
        ratio, _, theirs = await beside(cookies[0], f"http://127.0.0.1:{port}/", "Cookie: session=known")
        row(f"a signed-in page / its bytes from Express, session in memory ({theirs:.0f}/s)", ratio, "report")
    finally:
        express.kill()
        express.wait()

    answers = await open_loop(cookies)
    times = sorted(milliseconds for _, milliseconds in answers)
    failed = sum(status != 200 for status, _ in answers)
    row(f"{SEARCHES} searches a second from {len(cookies)} sessions, p50 {times[len(times) // 2]:.1f} ms, p99",
        f"{times[len(times) * 99 // 100]:.1f} ms", "100 ms")
    row(f"errors among {len(answers)} searches", str(failed), "0")


asyncio.run(main(*sys.argv[1:]))
