// SPDX-License-Identifier: Apache-2.0

/// A possibly temporary failure of the provider.
///
/// ```swift
/// try await tenant.inject(.failure(.tooManyRequests, retryAfter: 10), at: .token)
/// let error = await #expect(throws: ServerError.self) { try await flow.signIn(with: agent) }
/// #expect(error?.nextAction == .retry(after: .seconds(10)))
/// ```
public enum PassingFailure: String, Sendable, CaseIterable {
    /// 500: the provider has an internal error.
    case internalServerError = "http500"
    /// 503: the provider is temporarily unavailable.
    case serviceUnavailable = "http503"
    /// 429: the client sends too many requests.
    case tooManyRequests = "http429"
    /// 400: a device polls too often. RFC 8628 §3.5
    case slowDown

    package func answer(retryAfter: Int?) -> ErrorAnswer {
        switch self {
        case .internalServerError:
            ErrorAnswer("server_error", status: 500, description: Self.text, retryAfter: retryAfter)
        case .serviceUnavailable:
            ErrorAnswer("temporarily_unavailable", status: 503, description: Self.text, retryAfter: retryAfter)
        case .tooManyRequests:
            ErrorAnswer("temporarily_unavailable", status: 429, description: Self.text, retryAfter: retryAfter)
        case .slowDown: ErrorAnswer("slow_down", retryAfter: retryAfter)
        }
    }

    private static let text = "A transient error has occurred. Please try again."
}
