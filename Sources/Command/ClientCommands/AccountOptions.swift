// SPDX-License-Identifier: Apache-2.0
import ArgumentParser

/// The option for the account of a command.
struct AccountOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            "The user name of the account to use; without it, the latest sign-in.", valueName: "name"))
    var account: String?
}
