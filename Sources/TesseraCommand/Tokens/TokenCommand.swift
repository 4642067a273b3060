// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Foundation
import QuickStart
import SignIn

/// The command `tessera token`.
struct TokenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "token", abstract: "Print an access token, for curl and the like.",
        discussion: """
            It is renewed when needed. Whoever has it can do what it allows, so keep it out of files and histories:
            curl -H "Authorization: Bearer $(tessera token)" ADDRESS
            """)

    @Option(
        name: .long,
        help: ArgumentHelp(
            "A permission that the token must carry; all of one API. Without it: those of the settings.",
            valueName: "name"))
    var scope: [String] = []

    @OptionGroup var account: AccountOptions
    @OptionGroup var options: SettingsOptions
    @OptionGroup var output: JSONOption

    func run() async throws {
        let token = try await AppSession.run(options) { app in
            let account = try await app.account(named: account.account)
            let scopes =
                scope.isEmpty
                ? app.settings.registration.scopes.resourcePart : ScopeSet(text: scope.joined(separator: " "))
            return try await app.flow.session(of: account).accessToken(for: scopes)
        }
        guard output.json else { return Terminal.result(token.revealed) }
        // An API's token may have any form; where it has none that can be read, its end is unknown.
        let expiry = (try? InspectedToken(token.revealed))?.claims.date("exp")
        try Terminal.json(TokenReport(accessToken: token.revealed, expiresAt: expiry))
    }
}

/// A token as JSON output writes it.
private struct TokenReport: Encodable {
    let accessToken: String
    let expiresAt: Date?
}
