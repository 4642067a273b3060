// SPDX-License-Identifier: Apache-2.0
package import Foundation
package import HTTPTransport
import HTTPTypes
package import JOSE
import OAuth

/// The signing keys of a provider, fetched when first needed and again when a token names a key that is not there.
public actor RemoteKeySet {
    private let address: URL
    private let transport: any Transport
    private let now: @Sendable () -> Date
    private var cache = KeySetCache()
    private var flight: Task<JSONWebKeySet, any Error>?

    /// Creates a key set that will be fetched from `address`.
    package init(
        address: URL, transport: any Transport, now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.address = address
        self.transport = transport
        self.now = now
    }

    /// The key that a token's header names.
    ///
    /// - Throws: ``Refusal`` (`keyUnknown`, `keySetMalformed`); ``ServerError``; `TransportError`.
    package func key(for header: JWSHeader) async throws -> JSONWebKey {
        switch cache.action(for: header, now: now()) {
        case .use(let key): return key
        case .refuse: throw Self.unknownKey
        case .fetch:
            try await fetch()
            guard let key = cache.key(for: header) else { throw Self.unknownKey }
            return key
        }
    }

    /// Fetches the keys, or waits for whoever is fetching them.
    ///
    /// The first who comes back keeps them. Until then the flight stands, so that nobody in between starts another.
    private func fetch() async throws {
        let current =
            flight
            ?? Task { [address, transport] in
                try Self.judge(try await transport.send(HTTPRequest(url: address)))
            }
        flight = current
        defer { if flight == current { flight = nil } }
        let fetched = try await current.value
        if flight == current { cache.keep(fetched, now: now()) }
    }

    private static let unknownKey = Refusal(
        .keyUnknown, "the token is signed with a key that the provider does not publish")

    private static func judge(_ response: TransportResponse) throws -> JSONWebKeySet {
        guard response.status == .ok else {
            throw ServerError(status: response.status.code, body: response.body)
        }
        do {
            return try JSONWebKeySet(jsonData: response.body)
        } catch {
            throw Refusal(
                .keySetMalformed, "the provider's key set cannot be read; tell its maker", cause: error)
        }
    }
}
