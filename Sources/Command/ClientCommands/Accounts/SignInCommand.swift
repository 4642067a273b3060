// SPDX-License-Identifier: Apache-2.0
import CommandArguments
import MicrosoftIdentity
import PortableFoundation
import QuickStart
import SignIn

struct SignInCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sign-in", abstract: "Sign in, or grant the app more permissions.",
        discussion: """
            Uses a browser on this machine: the program in $BROWSER, or the system's default. Over SSH, or without a \
            display, shows a code to enter on any device. If no program can listen on the redirect URI, asks for the \
            browser's final URL.

            With any OpenID provider: tessera sign-in --issuer URL --client-id ID. The registration is saved, \
            encrypted; use it in other commands with --registration NAME.
            """)

    @OptionGroup var way: SignInWayOptions
    @OptionGroup var options: SettingsOptions
    @OptionGroup(title: "Your own provider") var provider: IssuerOptions
    @OptionGroup var output: JSONOption

    @Option("--account <name>", help: "The user name to sign in with. Default: choose on the page.")
    var account: String?

    @Option(
        "--scope <name>",
        parsing: .upToNextOption,
        help: "Permissions to request in addition to those in the settings, for the signed-in account.",
        more: "With --issuer: all permissions to request.")
    var scope: [String] = []

    func validate() throws {
        guard provider.issuer == nil || !options.areNamed else {
            throw ValidationError(
                "Use --issuer for a new registration, or --settings or --registration for an existing one.")
        }
    }

    func run() async throws {
        let account: Account
        if let new = try provider.registration(asking: ScopeSet(text: scope.joined(separator: " "))) {
            account = try await signIn(at: new)
        } else {
            account = try await AppConnection.run(options) { try await signIn(at: $0, wish: wish) }
        }
        guard !output.json else { return try Terminal.json(AccountReport(account, isCurrent: true)) }
        try Terminal.result("Signed in as \(account.label).")
        if account.identity.isNew { Terminal.note("Welcome: your account is new.") }
        if provider.issuer != nil {
            let name = account.registration.shellWord
            Terminal.note("Saved as \(name). Next: tessera userinfo --registration \(name)")
        }
    }

    private var wish: SignInWish {
        let scopes = ScopeSet(text: scope.joined(separator: " "))
        guard scopes.isEmpty else { return .consent(scopes) }
        return account.map(SignInWish.account(named:)) ?? .anotherAccount
    }

    private func signIn(at connection: AppConnection, wish: SignInWish) async throws -> Account {
        var source = TerminalSignIn(connection: connection, way: await way.way(for: connection))
        // Consent needs an account that is signed in, so this looks the name up.
        if case .consent = wish, let account { source.account = try await connection.account(named: account).id }
        let account = await connection.naming(try await TerminalSignIn.run(source, for: wish))
        let missing = connection.settings.missingScopes(of: account, asking: ScopeSet(scope))
        if !missing.isEmpty { Terminal.note(Self.note(missing, of: account)) }
        return account
    }

    static func note(_ missing: ScopeSet, of account: Account) -> String {
        "Not granted: \(Terminal.singleLine(missing.text)). To grant it later: "
            + "tessera \(missing.signInWords) --registration \(account.registration.shellWord)"
    }

    /// Signs in at a provider from the command line, and stores the registration only after that succeeded.
    private func signIn(at registration: OpenIDRegistration) async throws -> Account {
        let book = RegistrationBook()
        try await book.requireFree(for: registration)
        return try await AppConnection.run(Settings(registration), timeout: options.timeout) { connection in
            let registration = try await registration.askingForWhatIsOffered(by: connection.flow)
            do {
                try await connection.flow.checkClient()
            } catch let error as ServerError {
                // Only a warning: a provider may reject a client at one endpoint and accept it at others.
                Terminal.note("warning: \(error.message); if the sign-in fails, check the client id and the secret.")
            }
            let connection = AppConnection(Settings(registration), accounts: connection.accounts)
            // Not every provider offers a choice of accounts, and the first sign-in has none to choose from.
            let isFirst = try await connection.accounts.accounts(of: connection.settings.registration).isEmpty
            let first: SignInWish = isFirst ? .anyAccount : .anotherAccount
            let wish = self.account.map(SignInWish.account(named:)) ?? first
            let account = try await signIn(at: connection, wish: wish)
            try await book.remember(registration)
            return account
        }
    }
}

extension OpenIDRegistration {
    /// Without scopes, requests those for profile and refresh token that the provider offers: some reject others.
    fileprivate func askingForWhatIsOffered(by flow: SignInFlow) async throws -> OpenIDRegistration {
        // Discovers the provider even if scopes are set.
        let offered = try await flow.advertisedScopes()
        guard scopes.isEmpty else { return self }
        var registration = self
        registration.scopes = ScopeSet(
            ["openid", "profile", "email", "offline_access"].filter { offered.isEmpty || offered.contains($0) })
        return registration
    }
}
