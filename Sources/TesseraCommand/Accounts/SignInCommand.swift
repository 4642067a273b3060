// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Foundation
import MicrosoftIdentity
import QuickStart
import SignIn

/// The command `tessera sign-in`.
struct SignInCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sign-in", abstract: "Sign in, or give the app more permissions.",
        discussion: """
            With this machine's browser: the program named by $BROWSER, else the system's own. Over SSH, or without a \
            display, with a code to type on any device. Where no program can listen at the redirect URI, with the \
            address that the browser ends at.
            """)

    @OptionGroup var way: SignInWayOptions
    @OptionGroup var options: SettingsOptions
    @OptionGroup var output: JSONOption

    @Option(
        name: .long,
        help: ArgumentHelp(
            "The user name to begin with; without it, you choose on the page.", valueName: "name"))
    var account: String?

    @Option(
        name: .long, parsing: .upToNextOption,
        help: ArgumentHelp(
            "Permissions to ask for besides those of the settings, for the account that is signed in.",
            valueName: "name"))
    var scope: [String] = []

    func run() async throws {
        let account = try await AppConnection.run(options) { connection in
            try await signIn(at: connection, wish: wish)
        }
        guard !output.json else { return try Terminal.json(AccountReport(account, isCurrent: true)) }
        Terminal.result("Signed in as \(account.label).")
        if account.identity.isNew { Terminal.note("Welcome: your account is new.") }
    }

    private var wish: SignInWish {
        let scopes = ScopeSet(text: scope.joined(separator: " "))
        guard scopes.isEmpty else { return .consent(scopes) }
        return account.map(SignInWish.account(named:)) ?? .anotherAccount
    }

    private func signIn(at connection: AppConnection, wish: SignInWish) async throws -> Account {
        var source = TerminalSignIn(connection: connection, way: way.way(for: connection.settings))
        // Consent is for somebody who is signed in, so the name must be known here.
        if case .consent = wish, let account { source.account = try await connection.account(named: account).id }
        return try await TerminalSignIn.run(source, for: wish)
    }
}
