# shellcheck shell=bash
# Finds the schemathesis that sends generated requests to the API for tests. Shared by script/setup-test, which installs
# it, and script/test-api, which uses it.

# schemathesis ROOT: the program.
schemathesis_program() { printf '%s\n' "$1/.build/api-tests/venv/bin/schemathesis"; }

# has_schemathesis ROOT: whether it is there, as the requirements file is today, and still runs.
has_schemathesis() {
    cmp -s "$1/Tests/API/requirements.txt" "$1/.build/api-tests/installed.txt" &&
        "$(schemathesis_program "$1")" --version >/dev/null 2>&1
}
