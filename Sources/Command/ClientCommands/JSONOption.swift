// SPDX-License-Identifier: Apache-2.0
import ArgumentParser

/// The option to print a result as JSON.
package struct JSONOption: ParsableArguments {
    @Flag(name: .long, help: "Print the result as JSON.")
    package var json = false
}
