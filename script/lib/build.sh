# shellcheck shell=bash
# What all scripts build with, so that one never builds again what another has built. Nobody debugs a test run, and what
# debuggers read takes half the time of a build; to debug, build into a folder of its own:
# swift build --scratch-path .build/debugging
# shellcheck disable=SC2034
undebugged=(-debug-info-format none)
