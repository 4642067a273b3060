// SPDX-License-Identifier: Apache-2.0
package import HTTPMessages

/// The number of attempts, and the delays between them.
///
/// ```swift
/// var policy = RetryPolicy()
/// policy.maximumAttempts = 6
/// let patient = RetryingTransport(over: transport, policy: policy)
/// ```
public struct RetryPolicy: Sendable, Hashable {
    /// The maximum number of attempts, including the first one.
    public var maximumAttempts = 4
    /// The maximum delay after the first attempt, which doubles with each attempt; jitter shortens it.
    public var firstDelay: Duration = .milliseconds(500)
    /// The maximum delay that this policy chooses; a longer one from the server still applies.
    public var longestDelay: Duration = .seconds(20)
    /// The time limit for all attempts and delays together; no delay starts that would exceed it.
    public var deadline: Duration = .seconds(60)

    /// Creates a policy of four attempts within one minute.
    public init() {}

    package static let passingStatuses: Set<Int> = [408, 425, 429, 502, 503, 504]

    static func reason(for result: Result<HTTPResponse, any Error>) -> RetryEvent.Reason? {
        switch result {
        case .success(let head): passingStatuses.contains(head.status.code) ? .status(head.status) : nil
        case .failure(let error as TransportError) where [.connectionLost, .unreachable].contains(error.code):
            .error(error)
        case .failure: nil
        }
    }

    /// `nil` if no attempt follows; `attempt` counts from 1, and `jitter` is from 0 to 1.
    package func delay(
        afterAttempt attempt: Int, retryAfter: Duration?, elapsed: Duration, jitter: Double
    ) -> Duration? {
        guard attempt < maximumAttempts else { return nil }
        let own = min(firstDelay * (1 << min(attempt - 1, 30)), longestDelay) * jitter
        let delay = max(own, retryAfter ?? .zero)
        return elapsed + delay < deadline ? delay : nil
    }
}

extension HTTPRequest {
    /// Whether the request may be sent twice: by its method, or because a key lets the server detect it.
    ///
    /// RFC 9110 §9.2.2; the draft "The Idempotency-Key HTTP Header Field"
    package var isIdempotent: Bool {
        let methods: [HTTPRequest.Method] = [.get, .head, .options, .trace, .put, .delete]
        return methods.contains(method) || headerFields.contains(HTTPField.Name(token: "Idempotency-Key"))
    }

    /// Whether it has a proof of possession, which is valid once. RFC 9449 §11.1
    var hasProof: Bool { headerFields.contains(.dPoP) }
}
