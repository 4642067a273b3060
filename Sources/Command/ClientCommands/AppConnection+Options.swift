// SPDX-License-Identifier: Apache-2.0
import PortableFoundation
import QuickStart
import SignIn

extension AppConnection {
    static func run<Result: Sendable>(
        _ options: SettingsOptions, _ body: @escaping @Sendable (AppConnection) async throws -> Result
    ) async throws -> Result {
        try await run(try await options.load(), timeout: options.timeout, body)
    }

    static func run<Result: Sendable>(
        _ settings: Settings, timeout: Double, _ body: @escaping @Sendable (AppConnection) async throws -> Result
    ) async throws -> Result {
        for key in settings.unknownKeys {
            Terminal.note("warning: the settings have an unknown key '\(key)'; it is ignored")
        }
        let deadline = Duration.milliseconds(Int64(timeout * 1000))
        // The first Ctrl-C cancels the command but not a running token request; the second one ends both.
        return try await Interruption.cancelling {
            try await withAccounts(
                keptIn: accountStorage(of: settings), of: [settings.registration], deadline: deadline
            ) { accounts in
                // Without a user, an API's challenge is an error with a hint.
                guard Terminal.isInteractive else { return try await body(AppConnection(settings, accounts: accounts)) }
                let agent = TerminalUserAgent(settings: settings)
                return try await body(AppConnection(settings, accounts: accounts, answeringChallengesWith: agent))
            }
        }
    }

    /// Programs with the same group share their accounts.
    static func accountStorage(of settings: Settings) -> SealedAccountStorage {
        settings.accountGroup.map { SealedAccountStorage(folder: Folders.accounts, group: $0) }
            ?? RegistrationBook.storage
    }

    func account(named name: String?) async throws -> Account {
        guard let name else { return try await account() }
        guard let account = try Account.named(name, among: await accounts.accounts(of: settings.registration)) else {
            throw CommandError(
                "no account is named '\(name)'",
                hint: "list the names with \(tessera: "accounts"), or run \(tessera: "sign-in")",
                .signInRequired)
        }
        return account
    }
}

extension Phase {
    func outcome() throws -> Content? {
        switch self {
        case .content(let content): return content
        case .empty: return nil
        case .failed(let failure): throw failure
        case .signedOut: throw Refusal(.signInRequired, "no account is signed in, or the sign-in has ended")
        case .idle, .busy: throw CancellationError()
        }
    }
}
