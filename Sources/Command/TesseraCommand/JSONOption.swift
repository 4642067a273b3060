// SPDX-License-Identifier: Apache-2.0
import ArgumentParser

/// The option to print a result as JSON.
struct JSONOption: ParsableArguments {
    @Flag(name: .long, help: "Print the result as JSON.")
    var json = false
}
