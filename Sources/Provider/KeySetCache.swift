// SPDX-License-Identifier: Apache-2.0
import Foundation
import JOSE

/// Decides when the keys of a provider are fetched; pure, and driven by ``RemoteKeySet``.
struct KeySetCache {
    /// What to do for a token.
    enum Action {
        case use(JSONWebKey)
        case fetch
        case refuse
    }

    private var keys: JSONWebKeySet?
    private var fetchedAt = Date.distantPast
    /// Keys are asked for again after this time even if nothing is missing, so that a withdrawn key is dropped.
    let lifetime: TimeInterval = 24 * 3600
    /// Between two fetches, so that tokens with made-up key ids cannot flood the provider.
    let pause: TimeInterval = 30

    /// What to do for a token with this header.
    func action(for header: JWSHeader, now: Date) -> Action {
        let age = now.timeIntervalSince(fetchedAt)
        guard let keys, age < lifetime else { return .fetch }
        if let key = keys.key(for: header) { return .use(key) }
        // A negative age is a clock that was set back; waiting for it to catch up would keep new keys out for as long.
        return age >= pause || age < 0 ? .fetch : .refuse
    }

    /// Keeps a fetched key set.
    mutating func keep(_ fetched: JSONWebKeySet, now: Date) {
        keys = fetched
        fetchedAt = now
    }

    /// The key for a token straight after a fetch.
    func key(for header: JWSHeader) -> JSONWebKey? { keys?.key(for: header) }
}
