// SPDX-License-Identifier: Apache-2.0
import ArgumentParser

/// Which account a command uses.
struct AccountOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            "The user name of the account to use; without it, the latest sign-in.", valueName: "name"))
    var account: String?
}
