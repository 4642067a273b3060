// SPDX-License-Identifier: Apache-2.0
import Foundation
import SignIn

/// A removed account in JSON output.
struct SignOutReport: Encodable, Sendable {
    let account: AccountReport
    /// Whether the provider's own session has ended too.
    let sessionEnded: Bool
    /// The page that ends it; `nil` if the person has nothing to open.
    let sessionPage: URL?
    /// Whether the provider has revoked the refresh token, or there was none.
    let refreshTokenEnded: Bool
    /// A note for the person; `nil` without one.
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
                reason.map { "The provider's session may go on: \(Self.words(of: $0))." }
                    ?? "The provider has no page that ends its session, which goes on in your browser.")
        }
        if case .remains(let reason) = outcome.refreshToken {
            refreshTokenEnded = false
            // An unreachable provider is reported only once, in the sentence about the session.
            if let reason, !outcome.session.hasFailed {
                notes.append("The provider has not revoked the refresh token: \(Self.words(of: reason)).")
            }
        } else {
            refreshTokenEnded = true
        }
        note = notes.isEmpty ? nil : notes.joined(separator: "\n")
    }

    private static func words(of error: any Error) -> String { ErrorText(error)?.message ?? "it did not answer" }
}

extension SignOut.Session {
    fileprivate var hasFailed: Bool { if case .remains(reason: .some) = self { true } else { false } }
}
