// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPMessages
import HTTPTransport
import OAuthMessages
import SignIn

/// The cost of a small request with a kept token beside one over the bare transport, in turns.
struct AuthorizedCost {
    private struct Kept: AccessTokenSource {
        let accounts: StoredAccounts

        func accessToken(for scopes: ScopeSet, rejected: Redacted<String>?) async throws -> Redacted<String> {
            try await accounts.token()
        }
    }

    private static let rounds = 41
    private static let repetitions = 500

    private let transport: any Transport
    private let authorized: AuthorizedTransport
    private let request: HTTPRequest

    init(_ transport: any Transport, _ url: URL) async throws {
        self.transport = transport
        request = HTTPRequest(url: url)
        authorized = AuthorizedTransport(
            Kept(accounts: try await StoredAccounts(count: 1)), scopes: ["User.Read"], to: url, over: transport)
    }

    func report() async throws {
        for _ in 0..<Self.rounds { print(try await cost(of: transport), try await cost(of: authorized)) }
    }

    @concurrent private func cost(of transport: any Transport) async throws -> Int {
        let clock = ContinuousClock()
        let start = clock.now
        for _ in 0..<Self.repetitions { _ = try await transport.send(request) }
        return Int((clock.now - start) / Self.repetitions / .nanoseconds(1))
    }
}
