// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
public import HTTPTransport
public import OAuthMessages
import PortableFoundation

/// A failure to validate a token, because a provider's metadata or keys are unavailable.
///
/// The caller does not see the cause; log ``cause`` for the API's operators.
///
/// ```swift
/// do {
///     return try await protection.caller(of: request.headers)
/// } catch let unavailable as ProviderUnavailable {
///     log("tokens cannot be validated: \(unavailable.cause)")
///     throw unavailable
/// }
/// ```
public struct ProviderUnavailable: Error {
    /// The cause: the provider does not respond, or is not the configured one.
    public let cause: any Error

    package var code: String { "provider_unavailable" }

    /// The response to the client, with status 503.
    public var response: TransportResponse { TransportResponse(.serviceUnavailable, code: code, message: message) }
}

extension ProviderUnavailable: ActionableError {
    /// The message for the client.
    public var message: String { "the identity provider's metadata or keys cannot be fetched; try again later" }

    /// Retry the request later.
    public var nextAction: NextAction { .retry(after: nil) }
}
