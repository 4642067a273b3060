# shellcheck shell=bash
# Finds the browser of the page tests, and the Selenium that drives it. Shared by script/setup-test, which installs
# them, and script/test-browser, which uses them.

# find_program NAME...: the path of the first that starts. Ubuntu's chromium-browser is a file that only asks for snap.
find_program() {
    local name
    for name in "$@"; do
        "$name" --version >/dev/null 2>&1 || continue
        command -v "$name"
        return
    done
    return 1
}

# CHROMIUM and CHROMEDRIVER name others, such as a Chrome for Testing.
find_chromium() {
    find_program ${CHROMIUM:+"$CHROMIUM"} chromium chromium-browser google-chrome \
        '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome' \
        '/Applications/Chromium.app/Contents/MacOS/Chromium'
}

find_chromedriver() { find_program ${CHROMEDRIVER:+"$CHROMEDRIVER"} chromedriver; }

# selenium_python ROOT: the Python whose library has Selenium, and only what Tests/Browser/requirements.txt names.
selenium_python() { printf '%s\n' "$1/.build/browser-tests/venv/bin/python"; }

# has_selenium ROOT: whether it is there, as the requirements file is today, and still runs.
has_selenium() {
    cmp -s "$1/Tests/Browser/requirements.txt" "$1/.build/browser-tests/installed.txt" &&
        "$(selenium_python "$1")" -c 'import selenium' 2>/dev/null
}
