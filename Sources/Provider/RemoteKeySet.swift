// SPDX-License-Identifier: Apache-2.0
public import Foundation
public import HTTPTransport
import HTTPTypes
import JOSE
import OAuth

/// The signing keys of a provider, fetched when first needed and again when a token names a key that is not there.
public actor RemoteKeySet {
    private let address: URL
    private let transport: any Transport
    private let now: @Sendable () -> Date
    private var cache = KeySetCache()
    private let flight = SingleFlight<JSONWebKeySet>()

    /// Creates a key set that will be fetched from `address`.
    public init(
        address: URL, transport: any Transport, now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.address = address
        self.transport = transport
        self.now = now
    }

    /// The key that a token's header names.
    ///
    /// - Throws: ``Refusal`` (`keyUnknown`, `keySetMalformed`); ``ServerError``; `TransportError`.
    func key(for header: JWSHeader) async throws -> JSONWebKey {
        switch cache.action(for: header, now: now()) {
        case .use(let key): return key
        case .refuse: throw Self.unknownKey
        case .fetch:
            let fetched = try await flight.run { [address, transport] in
                let response = try await transport.send(HTTPRequest(url: address))
                return try Self.judge(response)
            }
            cache.keep(fetched, now: now())
            guard let key = cache.key(for: header) else { throw Self.unknownKey }
            return key
        }
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
            throw Refusal(.keySetMalformed, "the provider's key set cannot be read; tell its maker", cause: error)
        }
    }
}
