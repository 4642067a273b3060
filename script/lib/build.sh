# shellcheck shell=bash
# What all scripts build with, so that one never builds again what another has built. Nobody debugs a test run, and what
# debuggers and editors read of the build takes half of its time. SwiftPM itself finds tests by the index of our own files.
# To debug, build into a folder of its own: swift build --scratch-path .build/debugging
# shellcheck disable=SC2034 # the scripts that read this file use it
build_options=(
    -debug-info-format none -Xswiftc -index-ignore-system-modules -Xswiftc -index-ignore-clang-modules
)
