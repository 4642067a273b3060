"""All faults of a run share a folder, the tenant with its people, and a database that is copied for each."""
import contextlib
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "Benchmarks"))
from instance import Tenant  # noqa: E402
from postgres import PostgreSQL, as_postgres  # noqa: E402

PEOPLE = 200


class Setting:
    def __init__(self, is_short):
        self.is_short = is_short
        self.folder = Path(tempfile.mkdtemp(prefix="tessera-soak-", dir="/tmp"))
        # PostgreSQL's user passes through it.
        self.folder.chmod(0o755)
        self.count = 0
        self.tenant = Tenant(self.folder, PEOPLE)

    def __enter__(self):
        try:
            self.tenant.start()
            self.tokens = [(name, self.tenant.token(name, lifetime=86_400)) for name in self.tenant.names()[:PEOPLE]]
            self.template = PostgreSQL(self.folder / "template").create()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        if self.tenant.runs:
            self.tenant.kill()
        shutil.rmtree(self.folder, ignore_errors=True)

    def new_folder(self):
        self.count += 1
        folder = self.folder / str(self.count)
        folder.mkdir()
        return folder

    @contextlib.contextmanager
    def database(self, *settings, folder=None, data=None, **options):
        """A new server, which ends with the block; `data` is a folder that has its data already."""
        server = PostgreSQL(folder or self.new_folder(), *settings, data=data, **options)
        if not data:
            self.fill(server.data)
        try:
            yield server.start()
        finally:
            server.stop(9)

    def fill(self, data):
        """Puts the data of a new database cluster into a folder."""
        subprocess.run(as_postgres("cp", "-a", "--reflink=auto", self.template.data, data), check=True)

    @contextlib.contextmanager
    def standby(self, primary):
        server = PostgreSQL(self.new_folder()).copy(primary)
        try:
            yield server.start()
        finally:
            server.stop(9)
