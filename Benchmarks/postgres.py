"""PostgreSQL servers of their own, each in a folder, for the scripts beside this file and for Tests/Soak."""
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import time


def binaries():
    """The folder of PostgreSQL's programs."""
    folders = sorted(pathlib.Path("/usr/lib/postgresql").glob("*/bin"))
    if not folders:
        sys.exit("error: no PostgreSQL is here\nhint: script/setup-test installs it on Debian")
    return folders[-1]


def as_postgres(*command):
    """The command, as the user that PostgreSQL accepts: it refuses to run as root."""
    user = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups", "--"] if os.geteuid() == 0 else []
    return user + [str(part) for part in command]


def run(program, *arguments):
    """Runs a program of PostgreSQL to its end, and gives its output."""
    done = subprocess.run(as_postgres(binaries() / program, *arguments), capture_output=True, text=True, cwd="/tmp",
                          stdin=subprocess.DEVNULL)
    if done.returncode:
        raise RuntimeError(f"{program}: {done.stderr or done.stdout}")
    return done.stdout


class PostgreSQL:
    """A server on a socket in a folder; `prefix` stands before its command, `data` is its data if not in the folder."""

    def __init__(self, folder, *settings, prefix=(), data=None, listen=""):
        self.folder, self.prefix, self.listen = pathlib.Path(folder), list(prefix), listen
        self.data = pathlib.Path(data or self.folder / "data")
        self.settings = [word for setting in settings for word in ("-c", setting)]
        self.process = None
        self.folder.mkdir(exist_ok=True)
        if os.geteuid() == 0:
            shutil.chown(self.folder, "postgres")

    def create(self, *options):
        run("initdb", "-D", self.data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync", *options)
        return self

    def copy(self, other):
        """Becomes a standby of another server."""
        run("pg_basebackup", "-D", self.data, "-d", other.address, "-R", "-c", "fast", "--no-sync")
        return self

    def start(self):
        with open(self.folder / "log", "a") as log:
            self.process = subprocess.Popen(
                [*self.prefix, *as_postgres(
                    binaries() / "postgres", "-D", self.data, "-k", self.folder, "-c", f"listen_addresses={self.listen}",
                    *self.settings)],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd="/tmp")
        end = time.monotonic() + 60
        while not self.answers():
            if self.process.poll() is not None or time.monotonic() > end:
                raise RuntimeError("PostgreSQL does not start:\n" + (self.folder / "log").read_text()[-2000:])
            time.sleep(0.02)
        return self

    def answers(self):
        return not subprocess.run([binaries() / "pg_isready", "-q", "-h", self.folder, "-U", "postgres"]).returncode

    def stop(self, number=signal.SIGINT):
        """Ends the server: SIGINT lets transactions end with an error, SIGQUIT ends it as a crash would."""
        if self.process and self.process.poll() is None:
            self.process.send_signal(number)
            self.process.wait()

    def sql(self, text):
        return run("psql", "-h", self.folder, "-U", "postgres", "-XqAt", "-v", "ON_ERROR_STOP=1", "-c", text).strip()

    def session(self):
        """A session that carries out the SQL of its standard input, until that ends."""
        return subprocess.Popen(as_postgres(binaries() / "psql", "-h", self.folder, "-U", "postgres", "-Xq"),
                                stdin=subprocess.PIPE, text=True, cwd="/tmp")

    @property
    def address(self):
        return f"host={self.folder} user=postgres dbname=postgres"
