// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPTransport
import QuickStart
import Testing

@testable import ClientCommands
@testable import CommandTerminal
@testable import SignIn

/// Which account a command takes, and what a sign-in did not bring.
@Suite struct AccountChoiceTests {
    private static func account(
        _ id: String, _ username: String?, subject: String? = nil, at issuer: String = "https://a.example",
        granted: String = ""
    ) -> Account {
        Account(
            id: Account.ID(rawValue: id), registration: "our desk",
            identity: Identity(
                issuer: issuer, subject: subject ?? "of \(id)",
                claims: Claims(username.map { ["preferred_username": .string($0)] } ?? [:])),
            signedInAt: Date(timeIntervalSince1970: 0), needsSignIn: false, grantedScopes: ScopeSet(text: granted),
            grantedAuthorizationDetails: nil, userData: nil)
    }

    private static let accounts = [
        account("1", "ana@x.example"), account("2", "Ana@X.example", at: "https://b.example"),
        account("3", "ben@x.example"), account("4", "1"), account("5", nil, subject: "ben"),
        account("6", "of 3"),
    ]

    /// A name, and the ids of the accounts that it means.
    @Test(arguments: [
        ("ben@x.example", ["3"]), ("BEN@x.example", ["3"]), ("ana@x.example", ["1", "2"]), ("1", ["1"]), ("2", ["2"]),
        ("4", ["4"]), ("ben", ["5"]), ("of 3", ["3", "6"]), ("of 1", ["1"]), ("nobody", []), ("", []),
    ])
    func `a name that means several accounts is refused with the choices`(_ name: String, _ ids: [String]) throws {
        guard ids.count > 1 else {
            #expect(try Account.named(name, among: Self.accounts)?.id.rawValue == ids.first)
            return
        }
        let error = #expect(throws: CommandError.self) { try Account.named(name, among: Self.accounts) }
        #expect(error?.status == .wrongArguments && error?.message == "2 accounts are named '\(name)'")
        for account in Self.accounts where ids.contains(account.id.rawValue) {
            #expect(error?.hint.description.contains("\(account.id.rawValue) (\(account.identity.issuer))") == true)
        }
    }

    @Test func `the list shows what tells two accounts with one user name apart`() {
        let lines = Table(Array(Self.accounts[...2])).lines
        #expect(lines.count == 4 && lines[0].contains("ID") && lines[0].contains("PROVIDER"))
        #expect(lines[1].contains(" 1 ") && lines[1].contains("https://a.example"))
        #expect(lines[2].contains(" 2 ") && lines[2].contains("https://b.example"))
        let apart = Table(Array(Self.accounts[1...2])).lines
        #expect(apart.count == 3 && !apart[0].contains("PROVIDER") && !apart[1].contains("b.example"))
    }

    /// What was granted, what was asked for beside the settings, the rest, and the scopes of a command's own token.
    @Test(arguments: [
        ("", "", "", "openid profile offline_access read write"),
        ("openid profile offline_access read write", "", "", "openid profile offline_access read write"),
        ("openid profile read", "", "write", "openid profile offline_access read"),
        ("profile read write", "more", "more", "openid profile offline_access read write"),
        ("openid", "more", "profile read write more", "openid offline_access"),
    ])
    func `scopes that the user declined are reported, and not requested again`(
        _ granted: String, _ more: String, _ missing: String, _ own: String
    ) throws {
        let settings = Settings(
            OpenIDRegistration(
                name: "our desk", issuer: URL(constant: "https://a.example"), clientID: "c",
                redirectURI: try #require(RedirectURI("http://localhost")),
                scopes: ScopeSet(text: "openid profile offline_access read write"), secretMethod: nil, secret: nil))
        let account = Self.account("1", "ana", granted: granted)
        #expect(settings.missingScopes(of: account, asking: ScopeSet(text: more)).text == missing)
        #expect(settings.ownScopes(of: account).text == own)
        #expect(
            SignInCommand.note(["read", "a b"], of: account)
                == "Not granted: read a b. To grant it later: "
                + "tessera sign-in --scope read a b --registration 'our desk'")
    }
}
