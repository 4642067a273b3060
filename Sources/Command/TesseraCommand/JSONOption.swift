// SPDX-License-Identifier: Apache-2.0
import ArgumentParser

/// Whether a result is printed for programs.
struct JSONOption: ParsableArguments {
    @Flag(name: .long, help: "Print the result as JSON.")
    var json = false
}
