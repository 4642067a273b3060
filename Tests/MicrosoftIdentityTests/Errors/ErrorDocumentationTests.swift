// SPDX-License-Identifier: Apache-2.0
import Fixtures
import OAuthMessages

/// `docs/errors.md` and the test tables agree, and cover every number that the local tenant can send.
@Suite struct ErrorDocumentationTests {
    private static let root = URL(filePath: #filePath).appending(path: "../../../..").standardized

    private static func lines() throws -> [String] {
        try String(contentsOf: root.appending(path: "docs/errors.md"), encoding: .utf8).components(separatedBy: "\n")
    }

    @Test(arguments: [("AADSTS", EntraErrorCodeTests.rows), ("AADB2C", UserFlowErrorCodeTests.rows)])
    func `the page lists every number with the library's action`(letters: String, rows: [ErrorRow]) throws {
        let listed = try Self.lines().filter { $0.hasPrefix("| \(letters)") }
        #expect(listed == rows.sorted { $0.number < $1.number }.map { $0.documented(as: letters) })
    }

    @Test func `the page lists every suberror`() throws {
        let lines = try Self.lines()
        for (suberror, action, _) in EntraErrorCodeTests.suberrors {
            guard let suberror, suberror != "made_up" else { continue }
            #expect(lines.contains("| `\(suberror)` | \(ErrorRow.word(for: action)) |"))
        }
    }

    /// The precedence over the number, in the library's order.
    @Test func `the page says what goes before a number`() throws {
        let page = try Self.lines().joined(separator: " ")
        #expect(
            page.contains(
                "In this order: the `claims` of the error, the `suberror` `cancel` and the code "
                    + "`authorization_declined`, the number in its description, any other `suberror`"))
        let consent = "scopes requested are unauthorized or expired"
        #expect(page.contains("`\(consent)`"))
        let entra = try SourceText.of("Sources/Client/MicrosoftIdentity/Errors/EntraErrorCode.swift")
        let order = [
            "error.claims", #"error.suberror == "cancel""#, "asksForConsent(error)", "EntraErrorCode(of: error)",
        ]
        let body = try #require(entra.range(of: "static func nextAction(for error")).upperBound
        let places = order.map { entra.range(of: $0, range: body..<entra.endIndex)?.lowerBound }
        #expect(!places.contains(nil) && places.compactMap(\.self) == places.compactMap(\.self).sorted())
        #expect(entra.contains(consent))
    }

    @Test func `the page explains every action`() throws {
        let actions: [NextAction] = [
            .retry(after: nil), .checkConnection, .signInAgain, .chooseAccount, .answerClaimsChallenge(""),
            .consent([]), .secondFactor([]), .registerDevice, .signUp, .askAdministrator,
            .correctRegistration, .acceptCancellation, .none,
        ]
        let lines = try Self.lines()
        for action in actions {
            let word = ErrorRow.word(for: action).prefix { $0.isLetter }
            #expect(lines.contains { $0.hasPrefix("| `\(word)") }, "\(word)")
        }
    }

    @Test func `every error that the local tenant can send has a row`() throws {
        var named: Set<String> = []
        for (table, letters) in [("entra-id", "AADSTS"), ("azure-ad-b2c", "AADB2C")] {
            let file = Self.root.appending(path: "Sources/Tenant/CTesseraTenantResources/Errors/\(table).json")
            let table = try #require(try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any])
            named.formUnion(table.keys.map { letters + $0 })
        }
        #expect(named.count > 100)
        let rows =
            EntraErrorCodeTests.rows.map { "AADSTS\($0.number)" }
            + UserFlowErrorCodeTests.rows.map { "AADB2C\($0.number)" }
        #expect(named.subtracting(rows).isEmpty)
    }
}
