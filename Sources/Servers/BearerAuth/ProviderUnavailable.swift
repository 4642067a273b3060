// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPMessages
public import HTTPTransport
public import OAuth

/// The reason that a token cannot be judged: a provider's metadata or keys are missing.
///
/// The caller does not see the reason; log ``cause`` for the API's operators.
///
/// ```swift
/// do {
///     return try await protection.caller(of: request.headers)
/// } catch let unavailable as ProviderUnavailable {
///     log("no token can be judged: \(unavailable.cause)")
///     throw unavailable
/// }
/// ```
public struct ProviderUnavailable: Error {
    /// The reason: the provider does not answer, or it is not the one in the API's settings.
    public let cause: any Error

    init(cause: any Error) {
        self.cause = cause
    }

    /// The code in the response.
    package var code: String { "provider_unavailable" }

    /// The response to the client, with status 503.
    public var response: TransportResponse {
        TransportResponse(.serviceUnavailable, code: code, message: message)
    }
}

extension ProviderUnavailable: ActionableError {
    /// The message for the client.
    public var message: String {
        "the identity provider's metadata or keys cannot be fetched; try again later"
    }

    /// Repeat the request later.
    public var nextAction: NextAction { .retry(after: nil) }
}
