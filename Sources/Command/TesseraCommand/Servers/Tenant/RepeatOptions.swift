// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import TenantDirectory

/// What makes the runs of a tenant repeat.
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

    /// Puts the choice into a tenant's settings, and says what is dangerous about it.
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
