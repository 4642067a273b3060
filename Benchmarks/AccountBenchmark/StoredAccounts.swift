// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPMessages
import HTTPTransport
import OAuthMessages
import SignIn
import SignInProvider

/// Any number of accounts of one registration, each with a token that is good for an hour.
struct StoredAccounts {
    private let accounts: AccountStore
    private let account: Account
    private let scopes: ScopeSet = ["openid", "offline_access", "User.Read"]

    init(count: Int) async throws {
        guard let issuer = URL(string: "https://id.example"), let redirectURI = RedirectURI("http://localhost") else {
            preconditionFailure("these are addresses")
        }
        let registration = ClientRegistration(
            name: "bench", issuer: issuer, clientID: "c", redirectURI: redirectURI, scopes: scopes)
        let storage = MemoryAccountStorage()
        accounts = AccountStore(storage, registrations: [registration], over: Nobody())
        for number in 0..<count {
            try await storage.save(try Self.record(number, of: registration, scopes: scopes))
        }
        let all = try await accounts.accounts()
        account = all[count / 2]
        // All are used, not only kept.
        for account in all { _ = try await accounts.token(for: account, scopes: scopes) }
    }

    func token() async throws -> Redacted<String> { try await accounts.token(for: account, scopes: scopes) }

    /// A record as storage would give it back.
    private static func record(
        _ number: Int, of registration: ClientRegistration, scopes: ScopeSet
    ) throws -> AccountRecord {
        let now = Date().timeIntervalSinceReferenceDate
        let token: [String: Any] = [
            "accessToken": "token \(number)", "obtainedAt": now, "expiresAt": now + 3600, "scopes": scopes.text,
        ]
        let record: [String: Any] = [
            "version": 1, "generation": 0, "registration": registration.name,
            "authority": registration.issuer.absoluteString, "clientID": registration.clientID,
            "issuer": registration.issuer.absoluteString,
            "subject": "person \(number)", "claims": [:], "signedInAt": now, "tokens": [token],
        ]
        return try JSONDecoder().decode(AccountRecord.self, from: JSONSerialization.data(withJSONObject: record))
    }

    private struct Nobody: Transport {
        func send(_ request: HTTPRequest, body: Data) async throws -> TransportResponse {
            throw TransportError(.unreachable, "nothing is to be asked")
        }
    }
}
