#!/usr/bin/env python3
"""Takes descriptors and the disk away from the demo and gives them back, sends signals, moves the clock, reads the log.

    faults.py TESSERA [TASK_SERVICE] [--connections 500] [--signals 200]

Meanwhile what is possible is still done, each failure is answered, nothing acknowledged is lost, and afterwards all is
as before. The log names no secret, and no client writes lines of its own into it. A full disk needs root, for a small
file system; without, it says 'not run'."""
import argparse
import contextlib
import os
import signal
import subprocess
import tempfile
import time

from client import Client
from identity import replace_identity
from logged import read_log
from program import Findings, Program, connect, demo, settles, started, statuses


def processor_time(program):
    with open(f"/proc/{program.process.pid}/stat") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def kept_connections(program):
    """A connection to each server, which has answered a request."""
    kept = {name: Client(program, name) for name in ("tenant", "tasks", "web")}
    for client in kept.values():
        client.ask("GET", "/")
    return kept


def exhaust_descriptors(options, findings):
    with demo(options.tessera) as program:
        kept_connections(program)
        before = program.descriptors()
    # A listener leaves 64 to the rest of the program. libdispatch ends a program in which it cannot open /proc/self/task.
    with demo(options.tessera, most_descriptors=before + 16 + 64) as program:
        kept = kept_connections(program)
        before = program.descriptors()
        held = [connect(program.port(name)) for name in kept for _ in range(options.connections // 3)]
        time.sleep(0.2)
        findings.expect(program.descriptors() >= before + 8, "the descriptors are not exhausted")
        used = processor_time(program)
        time.sleep(1)
        used = processor_time(program) - used
        findings.expect(used < 0.3, f"without descriptors it takes {used} s of the processor's time in a second")
        for name, client in kept.items():
            findings.expect(client.ask("GET", "/")[0] == 200, f"{name}: no answer on a kept connection")
        client = kept["tenant"].register()
        findings.expect(isinstance(client, str), f"a write without descriptors: {client}")
        for connection in held:
            connection.close()
        for name in kept:
            findings.expect(program.is_well(name), f"{name}: not well, with descriptors again")
        findings.expect(settles(program.descriptors, before), f"{program.descriptors()} descriptors, not {before}")
        warnings = program.log().count("cannot accept connections")
        findings.expect(1 <= warnings <= 3, f"{warnings} warnings without descriptors, from three servers in a minute")
    return f"descriptors: {len(held)} connections, {used:.2f} s of the processor's time without any"


@contextlib.contextmanager
def small_disk():
    with tempfile.TemporaryDirectory(prefix="tessera-disk-") as folder:
        mount = ["mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", folder]
        if os.geteuid() != 0 or subprocess.run(mount, capture_output=True).returncode != 0:
            yield None
            return
        try:
            yield folder
        finally:
            subprocess.run(["umount", "-l", folder], check=True)


def fill(disk, rest):
    """A file that leaves `rest` bytes."""
    status = os.statvfs(disk)
    with open(f"{disk}/ballast", "wb") as file:
        file.write(bytes(max(0, status.f_bavail * status.f_bsize - rest)))


def write_until_full(disk, client, rest, findings):
    """The ids of the writes that were acknowledged, and how many were refused."""
    fill(disk, rest)
    answers = [client.register() for _ in range(150)]
    os.remove(f"{disk}/ballast")
    answers.append(client.register())
    acknowledged = [answer for answer in answers if isinstance(answer, str)]
    refused = [answer for answer in answers if answer not in acknowledged]
    findings.expect(refused and set(refused) == {500}, f"writes on a full disk: {set(refused)}")
    findings.expect(answers[-1] in acknowledged, f"a write with space again: {answers[-1]}")
    return acknowledged, len(refused)


def fill_disk(options, findings):
    """Each time, the program is killed; on a full disk it says that it cannot start, and then it has all writes."""
    with small_disk() as disk, tempfile.TemporaryDirectory() as home:
        if not disk:
            return "disk: not run, because there is no small file system without root"
        command = [options.tessera, "tenant", "--json", "--port", "0", "--data", f"{disk}/data"]
        program, acknowledged, refused = Program(command, home), [], 0
        try:
            for rest in (262144, 65536, 20000):
                written, count = write_until_full(disk, Client(program, "listening"), rest, findings)
                acknowledged, refused = acknowledged + written, refused + count
                program.stop()
                fill(disk, 0)
                full = Program(command, home)
                findings.expect(full.process.wait(20) == 73, f"on a full disk it starts: {full.first_line}")
                findings.expect("free space" in full.log(), f"a full disk without a hint: {full.log()[-200:]}")
                os.remove(f"{disk}/ballast")
                program = Program(command, home)
                client = Client(program, "listening")
                lost = [name for name in acknowledged if not client.knows(name)]
                findings.expect(not lost, f"{len(lost)} of {len(acknowledged)} acknowledged writes are lost")
        finally:
            program.stop()
    return f"disk: {len(acknowledged)} writes acknowledged, {refused} refused"


def stop_by_signals(program, name, signals, findings):
    """A request whose content is on its way is answered, whatever comes; the program ends without a failure."""
    head = b"POST /common/oauth2/v2.0/token HTTP/1.1\r\nHost: %s\r\nContent-Length: 2\r\n\r\n" % program.name(name)
    with connect(program.port(name)) as open_request, connect(program.port(name)):
        open_request.sendall(head + b"a")
        program.is_well(name)  # A whole exchange after it: the open request has been read.
        for number in signals:
            with contextlib.suppress(ProcessLookupError):
                program.process.send_signal(number)
        time.sleep(0.2)
        open_request.sendall(b"b")
        received = b""
        while piece := open_request.recv(65536):
            received += piece
        kinds = "+".join(sorted({number.name for number in signals}))
        findings.expect(statuses(received) == [415], f"{kinds}: the open request gets {received[:40]!r}")
        status = program.process.wait(20)
        findings.expect(status == 0, f"{kinds}: it ends with {status}: {program.log()[-300:]}")


def send_signals(options, findings):
    harmless = [signal.SIGPIPE, signal.SIGURG, signal.SIGWINCH, signal.SIGCHLD, signal.SIGCONT]
    cases = [
        [signal.SIGTERM], [signal.SIGINT], [signal.SIGHUP], [signal.SIGTERM] * options.signals,
        [signal.SIGINT, signal.SIGTERM] * 2, harmless * options.signals + [signal.SIGTERM]]
    for signals in cases:
        with started(options.tessera, "tenant") as program:
            stop_by_signals(program, "listening", signals, findings)
    return f"signals: {len(cases)} ways to stop"


def reload_often(options, findings):
    if not options.task_service:
        return "reloads: not run, because no TASK_SERVICE is given"
    with tempfile.TemporaryDirectory(prefix="tessera-attack-") as folder:
        program = Program([
            options.task_service, "--listen-port", "0", "--data-folder", f"{folder}/data",
            "--provider-default-issuer", "http://127.0.0.1:9", "--provider-default-audiences", "api"], folder)
        try:
            program.first_line["tasks"] = program.first_line["listening"]
            well = True
            for _ in range(options.signals):
                program.process.send_signal(signal.SIGHUP)
                well = well and program.is_well("tasks")
            findings.expect(well, f"not well during reloads, status {program.process.poll()}: {program.log()[-300:]}")
            program.process.terminate()
            findings.expect(program.process.wait(20) == 0, "it does not end after reloads")
        finally:
            program.stop()
    return f"reloads: {options.signals}"


def move_clock(options, findings):
    with started(options.tessera, "tenant") as program:
        client = Client(program, "listening")
        for seconds in ("1e300", "-1e300", "1e18", "9223372036854775807", "-9223372036854775808", "1e999", "null"):
            status, _ = client.ask(
                "POST", "/tessera/v1/clock/advance", f'{{"seconds":{seconds}}}', **{"Content-Type": "application/json"})
            findings.expect(status in (400, 409), f"the clock moves by {seconds}: {status}")
        for now in ("0000-00-00T00:00:00Z", "1969-12-31T23:59:59Z", "9999-12-31T23:59:59Z", "2026-02-30T00:00:00Z",
                    "2026-01-01T24:00:01Z", "-292277022657-01-27T08:29:52Z", "2026", ""):
            status, _ = client.ask_json("PUT", "/tessera/v1/clock", {"now": now})
            findings.expect(status in (400, 409), f"the clock is set to {now}: {status}")
        for now in ("1970-01-02T00:00:00Z", "2038-01-19T03:14:08Z", "8999-01-01T00:00:00Z", "2000-02-29T00:00:00Z"):
            status, _ = client.ask_json("PUT", "/tessera/v1/clock", {"now": now})
            findings.expect(status == 200, f"the clock is set to {now}: {status}")
            findings.expect(isinstance(client.register(), str), f"a write in {now}")
            findings.expect(program.is_well("listening"), f"not well in {now}")
    return "clock: from 1970 to 8999"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tessera")
    parser.add_argument("task_service", nargs="?")
    parser.add_argument("--connections", type=int, default=500)
    parser.add_argument("--signals", type=int, default=200)
    options = parser.parse_args()
    # Under nohup, the programs would ignore it as well.
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
    begin, findings = time.monotonic(), Findings()
    for fault in (exhaust_descriptors, fill_disk, send_signals, reload_often, replace_identity, move_clock, read_log):
        print(fault(options, findings), flush=True)
    findings.end("faults", begin)


if __name__ == "__main__":
    main()
