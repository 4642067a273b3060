// SPDX-License-Identifier: Apache-2.0
import APIAccess
import CommandArguments
import PortableFoundation
import QuickStart
import SignIn

struct TokenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "token", abstract: "Print an access token, for example for curl.",
        discussion: """
            Refreshes the token when needed. Any program can use the token, so keep it out of files and shell history:
            curl -H "Authorization: Bearer $(tessera token)" ADDRESS
            """)

    @Option(
        "--scope <name>",
        parsing: .upToNextOption,
        help: "Permissions that the token must have, all for one API. Default: those in the settings.")
    var scope: [String] = []

    @Flag("--app", help: "Print a token of the app itself, without a user. The settings must contain its secret.")
    var app = false

    @OptionGroup var account: AccountOptions
    @OptionGroup var options: SettingsOptions
    @OptionGroup var output: JSONOption

    func validate() throws {
        guard !app || account.account == nil else { throw ValidationError("Use --app or --account, not both.") }
    }

    func run() async throws {
        let token = try await AppConnection.run(options) { connection in
            let scopes = ScopeSet(scope)
            guard !app else { return try await Self.tokenOfApp(scopes, at: connection) }
            let account = try await connection.account(named: account.account)
            let asked = scopes.isEmpty ? connection.settings.ownScopes(of: account) : scopes
            do {
                return try await connection.flow.session(of: account).accessToken(for: asked)
            } catch  where Self.needsConsent(error, isAsked: !scopes.isEmpty) {
                throw CommandError(
                    ErrorText(error)?.message ?? "", hint: "\(tessera: asked.signInWords)", .signInRequired)
            }
        }
        guard output.json else { return try Terminal.result(token.revealed) }
        // An API's token may have any form; if it is unreadable, its expiry is unknown.
        let expiry = (try? InspectedToken(token))?.claims.date("exp")
        try Terminal.json(TokenReport(accessToken: token.revealed, expiresAt: expiry))
    }

    /// Whether the user did not consent to a scope; Microsoft's providers send another code for that. RFC 6749 §6
    private static func needsConsent(_ error: any Error, isAsked: Bool) -> Bool {
        switch error {
        case let error as ServerError: error.code == .invalidScope && error.numbers.isEmpty && isAsked
        case let refusal as Refusal: refusal.code == .scopeNotGranted
        default: false
        }
    }

    private static func tokenOfApp(_ scopes: ScopeSet, at connection: AppConnection) async throws -> Redacted<String> {
        let settings = connection.settings
        guard settings.registration.authentication.isConfidential else {
            throw CommandError(
                "the app has no secret",
                hint: "add one to the settings, for tests only, or sign in with --client-secret-file",
                .settingsWrong)
        }
        return try await ClientGrants(settings.registration, over: connection.accounts.transport).clientCredentials
            .accessToken(
                for: scopes.isEmpty && settings.form != .openID ? ["https://graph.microsoft.com/.default"] : scopes)
    }
}

private struct TokenReport: Encodable {
    let accessToken: String
    let expiresAt: Date?
}
