// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
package import HTTPTransport
package import JSONWebSignatures
import OAuthMessages
package import PortableFoundation
import Synchronization

/// A provider's signing keys, fetched when first needed, when stale, and when a token names an unknown key.
///
/// Concurrent callers share one request. The cache has its own lock, so that a cached key is returned without an actor
/// hop.
package actor RemoteKeySet {
    private let address: URL?
    private let transport: any Transport
    private let time: TimeSource
    private let cache = Mutex(KeySetCache())
    private var flight: Task<Void, any Error>?
    private var failure: (any Error)?

    package init(
        address: URL?, transport: any Transport, time: TimeSource = .system
    ) {
        self.address = address
        self.transport = transport
        self.time = time
    }

    package nonisolated func key(for header: JWSHeader) async throws -> JSONWebKey {
        if let key = cache.withLock({ $0.freshKey(for: header, now: time.date()) }) { return key }
        return try await missingKey(for: header)
    }

    /// While this stays the same, a verified signature remains valid.
    package nonisolated var freshEdition: Int? { cache.withLock { $0.freshEdition(now: time.date()) } }

    package func prepare() async throws {
        guard address != nil, !cache.withLock({ $0.isUsable(now: time.date()) }) else { return }
        guard flight != nil || cache.withLock({ $0.mayPrepare(now: time.date()) }) else {
            throw failure ?? unknownKey(nil)
        }
        try await fetch().value
    }

    private func missingKey(for header: JWSHeader) async throws -> JSONWebKey {
        // A joined fetch may predate the publication of this token's key, so a second one may follow.
        for _ in 1...2 {
            let isFetching = flight != nil
            switch cache.withLock({ $0.action(for: header, now: time.date(), isFetching: isFetching) }) {
            case .use(let key): return key
            case .useAndFetch(let key):
                _ = try fetch()
                return key
            case .refuse: throw unknownKey(header)
            case .unavailable: throw failure ?? unknownKey(header)
            case .fetch:
                try await fetch().value
                let found = cache.withLock { $0.key(for: header, now: time.date(), afterOwnFetch: !isFetching) }
                if let found { return found }
                if !isFetching { throw unknownKey(header) }
            }
        }
        throw unknownKey(header)
    }

    /// For a token without a key name that the known key did not verify: returns the provider's new unnamed key, if
    /// any.
    package func changedKey(for header: JWSHeader, from former: JSONWebKey) async -> JSONWebKey? {
        guard flight != nil || cache.withLock({ $0.mayFetchAgain(now: time.date()) }) else { return nil }
        guard let task = try? fetch(), (try? await task.value) != nil else { return nil }
        return cache.withLock { $0.freshKey(for: header, now: time.date()) }.flatMap { $0 == former ? nil : $0 }
    }

    /// Starts or joins a fetch, which continues even if all callers are canceled.
    private func fetch() throws -> Task<Void, any Error> {
        guard let address else {
            throw Refusal(.keySetMissing, "the provider publishes no keys; check that it is an OpenID provider")
        }
        if let flight { return flight }
        let task = Task { [transport] in
            defer { flight = nil }
            do {
                let response = try await transport.send(HTTPRequest(url: address))
                let now = time.date()
                let keys = try Self.judge(response, from: address, now: now)
                cache.withLock { $0.keep(keys, for: response.freshness(now: now)?.timeInterval, now: now) }
                failure = nil
            } catch {
                cache.withLock { $0.fail() }
                failure = error
                throw error
            }
        }
        flight = task
        return task
    }

    private nonisolated func unknownKey(_ header: JWSHeader?) -> Refusal {
        let reason = cache.withLock { $0.doubt(about: header) } ?? "the provider does not publish the token's key"
        return Refusal(.keyUnknown, "\(reason); get a new token, or check who issued it")
    }

    private static func judge(
        _ response: TransportResponse, from address: URL, now: Date
    ) throws -> JSONWebKeySet {
        guard response.status == .ok else {
            var error = ServerError(status: response.status.code, body: response.body)
            error.endpoint = address
            error.nextAction = error.nextAction.completed(asking: [], after: response.retryAfter(now: now))
            throw error
        }
        do {
            let keys = try JSONWebKeySet(jsonData: ForeignJSON.withoutMark(response.body))
            guard !keys.keys.isEmpty else {
                throw Refusal(
                    .keySetMalformed, "the provider's key set contains no usable key; report it to the provider")
            }
            return keys
        } catch let error as JOSEError {
            throw Refusal(
                .keySetMalformed, "the provider's key set is malformed; report it to the provider", cause: error)
        }
    }
}
