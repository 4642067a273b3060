# shellcheck shell=bash
# Finds the Python that has Microsoft's library. Shared by script/setup-test, which installs it, and script/test-msal,
# which uses it.

# msal_python ROOT: the Python whose library has MSAL, and only what Tests/MSAL/requirements.txt names.
msal_python() { printf '%s\n' "$1/.build/msal-tests/venv/bin/python"; }

# has_msal ROOT: whether it is there, as the requirements file is today, and still runs.
has_msal() {
    cmp -s "$1/Tests/MSAL/requirements.txt" "$1/.build/msal-tests/installed.txt" &&
        "$(msal_python "$1")" -c 'import cryptography, msal' 2>/dev/null
}
