# shellcheck shell=bash
# What all scripts build with, so that one never builds again what another has built. To edit, use 'swift build' and
# 'swift test', which compile only the files that changed, and with debug information.
#
# SwiftPM compiles a module as a whole in its release configuration only: without optimization, that takes three
# quarters of the time of file by file. The tests import what is not public. Debug information, the index of others'
# modules, modules written by a second run of the compiler, and LLVM's check of the compiler's work take time and serve
# nobody here. SwiftPM itself finds tests by the index of our own files.
# shellcheck disable=SC2034,SC2154 # the scripts that read this file use them, and know where the repository is
configuration=(--configuration release)
build_options=(
    "${configuration[@]}" -Xswiftc -Onone -Xswiftc -enable-testing -debug-info-format none
    -Xswiftc -index-ignore-system-modules -Xswiftc -index-ignore-clang-modules
    -Xswiftc -no-emit-module-separately-wmo -Xswiftc -Xfrontend -Xswiftc -disable-llvm-verify
)
# The programs that it builds, and their modules.
built=$root/.build/release
