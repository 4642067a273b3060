# shellcheck shell=bash disable=SC2034 # the scripts that read this file use the lists
# Which tests run one at a time. Shared by script/test, which runs them, and script/lint, which keeps the others away
# from sockets.

# The targets whose tests talk over sockets or run built programs. They have real deadlines, which hundreds of tests beside
# them on a slow machine would use up. The two groups take about the same time, and run beside each other.
over_sockets=(
    HTTPListeningTests HTTPServingTests HTTPTransportTests ServerTLSTests BrowserSignInTests PostgresStorageTests
    TaskServiceCommandTests
)
of_tessera=(TesseraCommandTests)

# show_build LOG: passes on what a person needs of the output of 'swift build': in place of its progress, lines such as
# '[12/34] Compiling …', one line on a terminal, and nothing in a file.
show_build() {
    local terminal=0
    [[ ! -t 1 ]] || terminal=1
    tee "$1" | awk -v terminal="$terminal" '
        function clear() { if (shown) printf "\r\033[K"; shown = 0 }
        /^\[[0-9]+\/[0-9]+\] / { if (terminal) { clear(); printf "%s", substr($0, 1, 79); fflush(); shown = 1 }; next }
        { clear(); print; fflush() }
        END { clear() }
    '
}

# show_tests LOG: passes on what a person needs of the test runner's output: how far it is, failures in full, and its
# count as the last line, after the path of the log if a test failed. The rest goes to the log alone.
show_tests() {
    local terminal=0
    [[ ! -t 1 ]] || terminal=1
    tee -a "$1" | awk -v terminal="$terminal" -v log_file="$1" '
        function clear() { if (terminal && passed) printf "\r\033[K" }
        { gsub(/\033\[[0-9;]*m/, "") }  # the runner colors its lines even for a pipe
        / Test run with [0-9]+ tests/ { count = $0; failing = 0; next }
        /^✔/ { if (/^✔ Test [^c]/) { passed++; if (terminal) printf "\r%d tests passed", passed }; failing = 0; next }
        /^◇/ { failing = 0; next }
        /^✘/ || /error: / || /Fatal error/ || /unexpected signal/ { failing = 1 }
        failing { clear(); print; fflush(); failed = 1 }
        END { clear(); if (failed || !count) print "The whole output is in " log_file "."; if (count) print count }
    '
}
