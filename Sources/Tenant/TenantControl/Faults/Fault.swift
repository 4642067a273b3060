// SPDX-License-Identifier: Apache-2.0

/// A way in which a provider fails.
///
/// The rest of the response stays unchanged, so that a test covers exactly one check of a client.
///
/// ```swift
/// try await tenant.inject(.wrongNonce)
/// try await tenant.inject(.latency(milliseconds: 2000), at: .metadata)
/// try await tenant.inject(.named("AADSTS50196"), at: .token, next: 1)
/// ```
public enum Fault: Sendable, Hashable {
    /// An error, in the form of the endpoint.
    case error(ErrorAnswer)
    /// An error by its name, such as `AADSTS50196` or `AADB2C90118`, or by its number alone.
    ///
    /// The tenant looks up the code and the text, and refuses an unknown name.
    case named(String)
    /// A failure that may be temporary, with an optional `Retry-After` in seconds.
    case failure(PassingFailure, retryAfter: Int? = nil)
    /// The response is delayed by this number of milliseconds.
    case latency(milliseconds: Int)
    /// The provider closes the connection without a response.
    case drop
    /// No response comes: the connection stays open for an hour, longer than any client waits.
    case stall
    /// The content is spoiled, for any kind of content.
    case content(ContentFault)
    /// A document is spoiled: metadata, keys, token response or device code.
    case document(DocumentFault)
    /// A member of a JSON response has another value; `nil` removes it.
    case member(String, JSONContent?)
    /// A member of every published key has another value; `nil` removes it.
    case keyMember(String, JSONContent?)
    /// The redirect to the app is spoiled.
    case redirect(RedirectFault)
    /// The claims, header or signature of a token are spoiled.
    case token(TokenDefect, in: TokenMember = .idToken)

    /// A token of a token response.
    public enum TokenMember: String, Sendable, Codable, CaseIterable {
        /// The ID token.
        case idToken = "id_token"
        /// The access token.
        case accessToken = "access_token"
    }

    /// An ID token with this defect.
    public static func idToken(_ kind: TokenDefect.Kind) -> Fault { .token(TokenDefect(kind)) }

    /// An access token with this defect.
    public static func accessToken(_ kind: TokenDefect.Kind) -> Fault { .token(TokenDefect(kind), in: .accessToken) }

    /// The ID token belongs to another request.
    public static let wrongNonce = idToken(.wrongNonce)
    /// Another key signed the ID token, under the `kid` of the right one.
    public static let wrongKey = idToken(.wrongKey)
    /// The content is not JSON.
    public static let malformedJSON = content(.malformedJSON)
    /// The device polls too often. RFC 8628 §3.5
    public static let slowDown = failure(.slowDown)
    /// Too many requests. RFC 6585 §4
    public static let tooManyRequests = failure(.tooManyRequests)
}
