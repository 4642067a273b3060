# shellcheck shell=bash
# What most scripts build with, so that one never builds again what another has built; bench, fuzz and mutate need other
# options. It stands in a folder of its own, beside what 'swift build' makes: to edit, use that and 'swift test', which
# compile only changed files and include debug information.
#
# SwiftPM compiles whole modules in its release configuration only. Without optimization, this takes three quarters of
# the time of compiling each file by itself. The other options leave out what takes time and has no reader here: debug
# information, an index of other modules (SwiftPM finds tests by ours), a second run of the compiler for each module's
# interface, and LLVM's check of what the compiler gives it. Tests import internal declarations.
# shellcheck disable=SC2034,SC2154 # the scripts that read this file use these, and set root
build_folder=(--scratch-path "$root/.build/scripts" --configuration release)
build_options=(
    "${build_folder[@]}" -Xswiftc -Onone -Xswiftc -enable-testing -debug-info-format none
    -Xswiftc -index-ignore-system-modules -Xswiftc -index-ignore-clang-modules
    -Xswiftc -no-emit-module-separately-wmo -Xswiftc -Xfrontend -Xswiftc -disable-llvm-verify
)
# The programs, and the modules.
built=$root/.build/scripts/release
