"""deploy/libraries.tsv names the libraries that the programs link and load, and the pages name their packages."""
import re
import subprocess
import unittest
from pathlib import Path

from workplace import DEPLOY, ROOT, TASK_SERVICE, TESSERA, needs, run

# Of the system itself, and of Swift, which a release has inside.
OTHERS = re.compile(r"(libc|libm|libgcc_s|libstdc\+\+|libdl|libpthread|librt|libutil|ld-linux.*)\.so\.\d+$|libswift|lib_|"
                    r"libFoundation|libdispatch|libBlocksRuntime")


def libraries():
    """The sonames of the file with package and kind."""
    lines = (DEPLOY / "libraries.tsv").read_text().splitlines()
    return {soname: rest for soname, *rest in (line.split("\t") for line in lines if not line.startswith("#"))}


def sonames(*kinds):
    return {soname for soname, (_, kind) in libraries().items() if kind in kinds}


class LibraryTests(unittest.TestCase):
    def test_the_sources_load_what_the_file_names(self):
        found = set()
        for path in ROOT.glob("Sources/**/*"):
            if path.suffix in (".swift", ".c", ".h"):
                found |= set(re.findall(r'"(lib[^"\s/]+\.so\.\d+)"', path.read_text()))
        self.assertEqual(found, sonames("loaded", "desktop"))

    @unittest.skipUnless(TASK_SERVICE and TESSERA, "TASK_SERVICE and TESSERA name no programs; script/test-deploy builds them")
    def test_an_image_finds_the_names_of_loaded_libraries_in_the_programs(self):
        for program in (TASK_SERVICE, TESSERA):
            content = Path(program).read_bytes()
            self.assertEqual({name for name in sonames("loaded") if name.encode() not in content}, set(), program)

    @unittest.skipUnless(TASK_SERVICE and TESSERA, "TASK_SERVICE and TESSERA name no programs; script/test-deploy builds them")
    @needs("readelf")
    def test_the_programs_link_what_the_file_names(self):
        linked = set()
        for program in (TASK_SERVICE, TESSERA):
            linked |= set(re.findall(r"\(NEEDED\).*\[(.+)\]", run("readelf", "--dynamic", program)))
        self.assertEqual({name for name in linked if not OTHERS.match(name)}, sonames("linked", "inside"))

    @needs("dpkg-query")
    def test_the_packages_bring_these_libraries(self):
        for soname, (package, kind) in libraries().items():
            result = subprocess.run(["dpkg-query", "--search", f"*/{soname}"], capture_output=True, text=True)
            # A desktop's library need not be here.
            if result.returncode == 0 or kind != "desktop":
                self.assertIn(package, re.findall(r"^([^:, ]+)", result.stdout, re.MULTILINE), soname)

    def test_the_pages_install_these_packages(self):
        needed = {package for package, kind in libraries().values() if kind in ("linked", "loaded")}
        for page in ("production.md", "continuous-integration.md"):
            text = (ROOT / "docs" / page).read_text()
            self.assertEqual({one for one in needed if not re.search(rf"\b{one}\b", text)}, set(), page)
