// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPTransport
import Testing

@testable import ClientCommands
@testable import SignIn

/// The report of a sign-out that did not end everything.
@Suite struct SignOutReportTests {
    private static let page = URL(constant: "https://id.example/logout?client_id=a")
    private static let away = ServerError(status: 503, body: Data())

    private static let rows: [(SignOut.Session, SignOut.RefreshToken, ended: [Bool], says: [String])] = [
        (.ended, .revoked, [true, true], []), (.ended, .absent, [true, true], []),
        // Microsoft's providers revoke no token, and say so in their documents.
        (.ended, .remains(reason: nil), [true, false], []),
        (.open(page), .revoked, [false, true], ["in your browser as well, open:\n\n  \(page.absoluteString)\n"]),
        (
            .remains(reason: nil), .revoked, [false, true],
            ["The provider has no sign-out page. Its session stays active in your browser."]
        ),
        (
            .remains(reason: nil), .remains(reason: away), [false, false],
            ["has no sign-out page", "The provider did not revoke the refresh token: "]
        ),
        (.ended, .remains(reason: away), [true, false], ["The provider did not revoke the refresh token: "]),
        (
            .remains(reason: away), .remains(reason: away), [false, false],
            ["The provider's session may still be active: "]
        ),
    ]

    @Test(arguments: rows.indices) func `a sign-out says what goes on`(_ row: Int) throws {
        let (session, refreshToken, ended, says) = Self.rows[row]
        let account = Account(
            id: Account.ID(rawValue: "a"), registration: "r",
            identity: Identity(issuer: "https://id.example", subject: "s", claims: Claims([:])),
            signedInAt: Date(timeIntervalSince1970: 0), needsSignIn: false, grantedScopes: [],
            grantedAuthorizationDetails: nil, userData: nil)
        let report = SignOutReport(account, SignOut(session: session, refreshToken: refreshToken))
        #expect([report.sessionEnded, report.refreshTokenEnded] == ended)
        #expect((report.note == nil) == says.isEmpty)
        for sentence in says { #expect(report.note?.contains(sentence) == true, "\(report.note ?? "")") }
        let isTold = says.contains { $0.contains("refresh token") }
        #expect(report.note?.contains("refresh token") ?? false == isTold, "one failure is told once")
    }
}
