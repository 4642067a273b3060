// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
import HTTPTransport
import OAuthMessages
import PortableFoundation

/// The failures at the places of a document, and the one to report.
struct PlaceFailures {
    private var failures: [any ActionableError] = []

    mutating func note(_ failure: any ActionableError) { failures.append(failure) }

    /// The first failure after which the same place may have a document later.
    var temporary: (any ActionableError)? {
        failures.first { failure in
            if let error = failure as? ServerError, error.isTemporary { return true }
            return if case .retry = failure.nextAction { true } else { false }
        }
    }

    /// Asks one place.
    ///
    /// Some servers close the connection at paths that they do not know, or send a long page. A server that cannot be
    /// reached is not asked for more.
    ///
    /// - Returns: The response; `nil` if there was none, which is noted.
    mutating func response(from place: URL, over transport: any Transport) async throws -> TransportResponse? {
        do {
            return try await transport.send(HTTPRequest(url: place))
        } catch let error as TransportError where [.connectionLost, .responseTooLarge].contains(error.code) {
            note(error)
            return nil
        }
    }

    /// A temporary failure, else a document that cannot be used, else the first failure.
    var mostInformative: (any ActionableError)? { temporary ?? failures.first { $0 is Refusal } ?? failures.first }
}

/// Decides when to ask again after a provider's metadata could not be fetched; pure, and driven by
/// ``DiscoveredProviders``.
///
/// Any client can send tokens to an API. While the provider gives no metadata, these cause four requests at once and
/// then one every five seconds; in between the last failure is the answer.
struct DiscoveryAttempts {
    private var bucket = TokenBucket(capacity: 4, interval: KeySetCache.refillInterval)
    private var clock = SteadyClock()
    private var failure: (any Error)?

    /// Counts one attempt.
    ///
    /// - Throws: The last failure, if it is too early for another attempt.
    mutating func begin(now: Date) throws {
        let isEarly = !bucket.take(now: clock.time(at: now))
        if let failure, isEarly { throw failure }
    }

    /// Notes the failure of an attempt; `nil` for success.
    mutating func end(with failure: (any Error)?) { self.failure = failure }
}
