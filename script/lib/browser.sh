# shellcheck shell=bash
# Finds the browser of the page tests. Shared by script/setup-test, which installs it, and script/test-browser, which
# uses it.

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
