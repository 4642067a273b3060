// SPDX-License-Identifier: Apache-2.0
import Foundation
import SignIn

/// An account that was forgotten, as JSON output writes it.
struct SignOutReport: Encodable, Sendable {
    let account: AccountReport
    /// Whether the provider's own session has ended as well.
    let sessionEnded: Bool
    /// The page at which it ends, where the person has yet to open it.
    let sessionPage: URL?
    /// What a person should know about it, if anything.
    let note: String?

    private enum CodingKeys: CodingKey { case account, sessionEnded, sessionPage }

    init(_ account: Account, _ outcome: SignOut) {
        self.account = AccountReport(account, isCurrent: false)
        switch outcome {
        case .everywhere:
            (sessionEnded, sessionPage) = (true, nil)
            note = nil
        case .open(let page):
            (sessionEnded, sessionPage) = (false, page)
            note = "To end the session in your browser as well, open:\n\n  \(page.absoluteString)\n"
        case .hereOnly(let reason):
            (sessionEnded, sessionPage) = (false, nil)
            note = reason.map { "The provider's session may go on: \(ErrorText($0)?.message ?? "it did not answer")." }
        }
    }
}
