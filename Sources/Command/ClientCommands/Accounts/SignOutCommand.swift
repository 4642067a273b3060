// SPDX-License-Identifier: Apache-2.0
import BrowserSignIn
import CommandArguments
import PortableFoundation
import QuickStart
import SignIn

struct SignOutCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sign-out", abstract: "Remove an account and end its session at the provider.",
        discussion: """
            Always removes the account and its tokens from this machine. To end the provider's session in your \
            browser, opens the provider's sign-out page, or prints its URL if no browser is available.
            """)

    @OptionGroup var options: SettingsOptions
    @OptionGroup var output: JSONOption

    @Argument("<name>", help: "The user name of the account. Default: the latest sign-in.")
    var name: String?

    @Flag(
        "--all",
        help: "Remove all accounts of these settings. With --registration, also the registration and its secret.")
    var all = false

    @Flag("--local", help: "Keep the session at the provider.")
    var local = false

    func validate() throws {
        guard name == nil || !all else { throw ValidationError("Name an account or use --all, not both.") }
    }

    func run() async throws {
        let reports = try await AppConnection.run(options) { connection in
            let accounts =
                all
                ? try await connection.accounts.accounts(of: connection.settings.registration)
                : [try await connection.account(named: name)]
            var reports: [SignOutReport] = []
            // Removes all accounts first, since the user may leave the pages open.
            var outcomes: [(Account, SignOut)] = []
            for account in accounts { outcomes.append((account, try await forget(account, at: connection))) }
            // A failure to print must not stop the next sign-out.
            var failure: (any Error)?
            for (account, outcome) in outcomes {
                if !output.json {
                    do { try Terminal.result("Signed out \(account.label).") } catch { failure = error }
                }
                reports.append(SignOutReport(account, try await endSession(after: outcome, at: connection)))
            }
            if let failure { throw failure }
            return reports
        }
        if all, let registration = options.registration {
            try await RegistrationBook().forget(registration)
            Terminal.note("Removed the registration '\(registration)'.")
        }
        guard !output.json else { return try Terminal.json(reports) }
        if reports.isEmpty { Terminal.note("No account is signed in.") }
        if !local { reports.compactMap(\.note).forEach(Terminal.note) }
    }

    private func forget(_ account: Account, at connection: AppConnection) async throws -> SignOut {
        guard local else { return try await connection.flow.signOut(account) }
        try await connection.accounts.remove(account.id)
        return SignOut(session: .remains(reason: nil), refreshToken: .remains(reason: nil))
    }

    private func endSession(after outcome: SignOut, at connection: AppConnection) async throws -> SignOut {
        guard SignInWay.chosen(for: connection.settings, offersDeviceCode: false).way == .browser else {
            return outcome
        }
        let agent = LoopbackUserAgent.onThisMachine(
            introducedBy: """
                Opening your browser to end the provider's session. If it does not open, go to this URL, or press \
                Ctrl-C to skip this:
                """,
            deadline: .seconds(60))
        return try await connection.flow.endSession(after: outcome, with: agent)
    }
}

struct SignOutReport: Encodable, Sendable {
    let account: AccountReport
    let sessionEnded: Bool
    let sessionPage: URL?
    /// Whether the provider has revoked the refresh token, or there was none.
    let refreshTokenEnded: Bool
    let note: String?

    private enum CodingKeys: CodingKey { case account, sessionEnded, sessionPage, refreshTokenEnded }

    init(_ account: Account, _ outcome: SignOut) {
        self.account = AccountReport(account, isCurrent: false)
        var notes: [String] = []
        switch outcome.session {
        case .ended:
            (sessionEnded, sessionPage) = (true, nil)
        case .open(let page):
            (sessionEnded, sessionPage) = (false, page)
            notes.append("To end the session in your browser as well, open:\n\n  \(page.absoluteString)\n")
        case .remains(let reason):
            (sessionEnded, sessionPage) = (false, nil)
            notes.append(
                reason.map { "The provider's session may still be active: \(Self.words(of: $0))." }
                    ?? "The provider has no sign-out page. Its session stays active in your browser.")
        }
        if case .remains(let reason) = outcome.refreshToken {
            refreshTokenEnded = false
            let hasFailedBefore = if case .remains(reason: .some) = outcome.session { true } else { false }
            // An unreachable provider is reported only once, in the sentence about the session.
            if let reason, !hasFailedBefore {
                notes.append("The provider did not revoke the refresh token: \(Self.words(of: reason)).")
            }
        } else {
            refreshTokenEnded = true
        }
        note = notes.isEmpty ? nil : notes.joined(separator: "\n")
    }

    private static func words(of error: any Error) -> String { ErrorText(error)?.message ?? "it did not respond" }
}
