// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import ClientCommands
import TenantDirectory

/// The options that make each run of a tenant the same.
struct RepeatOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            "The signing keys: own, or development, which everybody knows and which never change.", valueName: "name"))
    var keys: SigningKeySource = .own

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Makes codes and ids the same in every run on an empty folder; for tests.", valueName: "number"))
    var seed: UInt64?

    /// Copies the options into a tenant's settings, and warns of their dangers.
    func apply(to settings: inout TenantSettings) {
        settings.keys = keys
        settings.seed = seed
        if keys != .own {
            Terminal.note("warning: everybody has the development keys, and can forge tokens of this tenant")
        }
        if seed != nil { Terminal.note("warning: whoever knows the seed knows every code of this tenant") }
    }
}

extension SigningKeySource: ExpressibleByArgument {}
