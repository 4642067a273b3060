# shellcheck shell=bash
# Finds the Python that has the libraries of tests. Shared by script/setup-test, which installs them from PyPI, and the
# scripts that use them.

# pypi_folder ROOT TESTS: where the libraries of Tests/TESTS are.
pypi_folder() { printf '%s\n' "$1/.build/python/$2"; }

# pypi_program ROOT TESTS NAME: a program of theirs, such as the Python that has only what Tests/TESTS/requirements.txt
# names.
pypi_program() { printf '%s/bin/%s\n' "$(pypi_folder "$1" "$2")" "$3"; }

# has_from_pypi ROOT TESTS: whether they are there, as the requirements file is today, and still run: another Python of
# the system does not find them.
has_from_pypi() {
    cat "$1/Tests/$2"/requirements*.txt | cmp -s - "$(pypi_folder "$1" "$2")/installed.txt" &&
        "$(pypi_program "$1" "$2" python)" -c 'import pip' 2>/dev/null
}
