"""The image of deploy/image/build-image: what is in it, and that its program runs from it alone."""
import gzip
import hashlib
import io
import json
import os
import re
import shutil
import subprocess
import tarfile
import tempfile
import unittest
import urllib.request
from pathlib import Path

from workplace import DEPLOY, TASK_SERVICE, DeployTest, free_ports, needs, run, wait_until

BUILD = DEPLOY / "image" / "build-image"


class Image:
    """An image in a folder, each file of it checked against its digest."""

    def __init__(self, folder):
        self.folder = folder
        self.index = json.loads((folder / "index.json").read_text())
        (self.descriptor,) = self.index["manifests"]
        self.manifest = self.document(self.descriptor)
        self.config = self.document(self.manifest["config"])
        self.archives = [gzip.decompress(self.blob(layer)) for layer in self.manifest["layers"]]
        self.entries = [entry for archive in self.archives for entry in self.opened(archive).getmembers()]

    def blob(self, descriptor):
        algorithm, digest = descriptor["digest"].split(":")
        content = (self.folder / "blobs" / algorithm / digest).read_bytes()
        if (hashlib.sha256(content).hexdigest(), len(content)) != (digest, descriptor["size"]):
            raise AssertionError(f"{digest} is not what its name says")
        return content

    def document(self, descriptor):
        return json.loads(self.blob(descriptor))

    @staticmethod
    def opened(archive):
        return tarfile.open(fileobj=io.BytesIO(archive))

    def unpack(self, folder):
        for archive in self.archives:
            with self.opened(archive) as tar:
                tar.extractall(folder, filter="fully_trusted")


class BuildTests(DeployTest):
    """What the builder does with any program: a small one of the system stands in."""

    def setUp(self):
        super().setUp()
        self.program = self.folder / "task-service"
        shutil.copy("/usr/bin/env", self.program)

    def build(self, name, *arguments, **environment):
        digest = run(str(BUILD), str(self.program), str(self.folder / name), *arguments,
                     env={"PATH": os.environ["PATH"], **environment}).strip()
        return digest, Image(self.folder / name)

    def failure(self, *arguments):
        result = subprocess.run([str(BUILD), *map(str, arguments)], capture_output=True, text=True)
        self.assertEqual(result.returncode, 1, result.stderr)
        self.assertIn("\nhint: ", result.stderr)
        return result.stderr

    def test_the_same_input_gives_the_same_digest(self):
        first, image = self.build("first")
        os.utime(self.program, (1, 1))
        self.program.chmod(0o700)
        second, _ = self.build("second")
        self.assertEqual(first, second)
        self.assertEqual(first, image.descriptor["digest"])
        with open(self.program, "ab") as file:
            file.write(b"\0")
        third, _ = self.build("third")
        self.assertNotEqual(first, third)

    def test_a_date_is_that_of_every_file(self):
        _, image = self.build("dated", SOURCE_DATE_EPOCH="1700000000")
        self.assertEqual({entry.mtime for entry in image.entries}, {1700000000})
        self.assertEqual(image.config["created"], "2023-11-14T22:13:20Z")

    def test_a_version_and_a_commit_are_labels(self):
        _, image = self.build("image", "--version", "1.2.3", "--revision", "abcdef")
        labels = image.config["config"]["Labels"]
        self.assertEqual(labels["org.opencontainers.image.version"], "1.2.3")
        self.assertEqual(labels["org.opencontainers.image.revision"], "abcdef")
        self.assertEqual(image.descriptor["annotations"], {"org.opencontainers.image.ref.name": "1.2.3"})

    def test_a_library_that_the_program_loads_is_in_it_with_all_that_it_needs(self):
        _, without = self.build("without")
        with open(self.program, "ab") as file:
            file.write(b"\0libcurl.so.4\0")
        _, image = self.build("image")
        names = [{entry.name for entry in one.entries} for one in (without, image)]
        for library in ("usr/lib/libcurl.so.4", "usr/lib/libssl.so.3", "usr/lib/libnghttp2.so.14"):
            self.assertNotIn(library, names[0])
            self.assertIn(library, names[1])

    def test_the_image_of_the_web_app_runs_it_at_every_address(self):
        self.program = self.program.rename(self.folder / "tessera")
        _, image = self.build("image")
        config = image.config["config"]
        self.assertEqual(config["Entrypoint"],
                         ["/usr/bin/tessera", "web", "--listen", "0.0.0.0", "--port", "4500"])
        self.assertEqual(list(config["ExposedPorts"]), ["4500/tcp"])
        self.assertIn("TESSERA_HOME=/var/lib/tessera", config["Env"])

    def test_an_image_is_replaced_and_any_other_folder_is_kept(self):
        self.build("image")
        self.build("image")
        other = self.folder / "other"
        other.mkdir()
        (other / "file").write_text("precious")
        self.assertIn("holds no image", self.failure(self.program, other))
        self.assertEqual((other / "file").read_text(), "precious")

    def test_a_program_that_is_none_is_refused(self):
        self.assertIn("is not there", self.failure(self.folder / "tessera", self.folder / "image"))
        self.assertIn("is no server", self.failure("/usr/bin/env", self.folder / "image"))
        self.assertEqual([path.name for path in self.folder.iterdir()], ["task-service"])

    @needs("skopeo")
    def test_another_program_reads_the_image(self):
        digest, _ = self.build("image", "--version", "1.2.3")
        place = f"oci:{self.folder}/image:1.2.3"
        self.assertEqual(json.loads(run("skopeo", "inspect", place))["Digest"], digest)
        run("skopeo", "--insecure-policy", "copy", "--quiet", place, f"docker-archive:{self.folder}/archive.tar:t:1")
        self.assertTrue((self.folder / "archive.tar").exists())


@unittest.skipUnless(TASK_SERVICE, "TASK_SERVICE names no program; script/test-deploy builds it")
class TaskServiceImageTests(DeployTest):
    @classmethod
    def setUpClass(cls):
        cls.built = Path(tempfile.mkdtemp(prefix="tessera-image-"))
        cls.addClassCleanup(shutil.rmtree, cls.built, ignore_errors=True)
        program = cls.built / "task-service"
        # Without the symbols for a debugger, which only take time here.
        run("strip", "--strip-debug", "-o", str(program), TASK_SERVICE)
        run(str(BUILD), str(program), str(cls.built / "image"))
        cls.image = Image(cls.built / "image")

    def test_the_digests_are_those_of_the_files(self):
        self.assertEqual(json.loads((self.built / "image/oci-layout").read_text()), {"imageLayoutVersion": "1.0.0"})
        named = {self.image.descriptor["digest"], self.image.manifest["config"]["digest"],
                 *(layer["digest"] for layer in self.image.manifest["layers"])}
        there = {f"sha256:{path.name}" for path in (self.built / "image/blobs/sha256").iterdir()}
        self.assertEqual(named, there)
        self.assertEqual(self.image.config["rootfs"]["diff_ids"],
                         [f"sha256:{hashlib.sha256(one).hexdigest()}" for one in self.image.archives])
        self.assertEqual(len(self.image.config["history"]), len(self.image.archives))

    def test_the_configuration_is_for_a_read_only_container_of_no_privilege(self):
        config = self.image.config["config"]
        self.assertEqual(config["User"], "65532:65532")
        self.assertEqual(config["Entrypoint"], ["/usr/bin/task-service"])
        self.assertEqual(config["StopSignal"], "SIGTERM")
        self.assertEqual(list(config["ExposedPorts"]), ["3000/tcp"])
        self.assertNotIn("Volumes", config)

    def test_no_entry_gives_a_right_that_it_should_not(self):
        for entry in self.image.entries:
            self.assertFalse(entry.mode & 0o6000, f"{entry.name} is setuid or setgid")
            self.assertTrue(entry.isfile() or entry.isdir() or entry.issym(), entry.name)
            self.assertFalse(entry.mode & 0o022 and entry.name != "tmp", f"{entry.name} can be written by others")
            self.assertFalse(entry.name.startswith("/") or ".." in entry.name.split("/"), entry.name)
            if entry.name != "var/lib/tessera":
                self.assertEqual((entry.uid, entry.gid), (0, 0), entry.name)

    def test_there_is_no_secret_and_no_shell(self):
        names = [entry.name for entry in self.image.entries]
        programs = [name for name in names if re.match(r"(usr/)?s?bin/.", name)]
        self.assertEqual(programs, ["usr/bin/task-service"])
        self.assertEqual([n for n in names if re.search(r"\.(key|env|json|plist|swift)$|id_|shadow|passwd-", n)], [])
        tops = {name.split("/")[0] for name in names}
        self.assertEqual(tops, {"etc", "lib", "lib64", "tmp", "usr", "var"})
        # The library GnuTLS holds private keys, with which it tests itself.
        self.assertIsNone(re.search(rb"PRIVATE KEY-----\s+[A-Za-z0-9+/]{40}", self.image.archives[-1]))

    def test_each_library_has_its_notice_and_its_version(self):
        names = {entry.name for entry in self.image.entries}
        for package in ("libc6", "libcurl4", "libpq5", "libsqlite3-0", "libssl3", "zlib1g"):
            self.assertIn(f"usr/share/doc/{package}/copyright", names)
            self.assertIn(f"var/lib/dpkg/status.d/{package}", names)

    def unpacked(self):
        if os.geteuid() != 0:
            self.skipTest("unshare and chroot need root")
        root = self.folder / "root"
        self.image.unpack(root)
        (root / "proc").mkdir()
        # As in any container, /proc is there: Swift reads the arguments from it.
        inside = 'mount -t proc proc "$0/proc" && exec "$1" --userspec=65532:65532 "$0" "${@:2}"'
        return ["unshare", "--mount", "bash", "-c", inside, str(root),
                shutil.which("chroot", path="/usr/sbin:/usr/bin"), *self.image.config["config"]["Entrypoint"]]

    def test_a_library_that_is_loaded_late_finds_all_that_it_needs(self):
        *inside, _ = self.unpacked()
        loader = next(entry.name for entry in self.image.entries if "/ld-linux" in entry.name)
        for library in ("libcurl.so.4", "libpq.so.5"):
            listed = run(*inside, f"/{loader}", "--list", f"/usr/lib/{library}", env={"PATH": "/usr/bin:/bin"})
            self.assertIn("libssl.so.3", listed)
            self.assertNotIn("not found", listed)

    def environment(self, **more):
        return dict(entry.split("=", 1) for entry in self.image.config["config"]["Env"]) | more

    def test_the_program_runs_from_the_image_alone(self):
        self.assertIn("USAGE: task-service", run(*self.unpacked(), "--help", env=self.environment(PATH="/usr/bin:/bin")))

    def test_the_service_serves_from_the_image_alone(self):
        command = self.unpacked()
        port, metrics = free_ports(2)
        with open(self.folder / "output", "w") as output:
            self.start(*command, stdout=output, stderr=subprocess.STDOUT, env=self.environment(
                PATH="/usr/bin:/bin", TESSERA_TASKS_LISTEN_PORT=str(port), TESSERA_TASKS_METRICS_PORT=str(metrics),
                TESSERA_TASKS_DATA_FOLDER="/var/lib/tessera",
                TESSERA_TASKS_PROVIDER_DEFAULT_ISSUER="http://127.0.0.1:9",
                TESSERA_TASKS_PROVIDER_DEFAULT_AUDIENCES="api://tasks"))
            wait_until(lambda: "Listening on" in (self.folder / "output").read_text(), "the service listens")
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        with opener.open(f"http://127.0.0.1:{metrics}/healthz", timeout=10) as answer:
            self.assertEqual(answer.read(), b"ok\n")
        self.assertTrue((self.folder / "root/var/lib/tessera/tasks.sqlite").exists())
