// SPDX-License-Identifier: Apache-2.0
public import JSONWebSignatures

/// A way for a provider to fail.
///
/// The rest of the response is unchanged, so a test targets exactly one check of a client.
///
/// ```swift
/// try await tenant.inject(.wrongNonce)
/// try await tenant.inject(.latency(milliseconds: 2000), at: .metadata)
/// try await tenant.inject(.named("AADSTS50196"), at: .token, next: 1)
/// ```
public enum Fault: Sendable, Hashable {
    /// An error, in the endpoint's format.
    case error(ErrorAnswer)
    /// An error by its name, such as `AADSTS50196` or `AADB2C90118`, or by its number alone.
    ///
    /// The tenant looks up the code and the description, and rejects an unknown name.
    case named(String)
    /// A failure that may be temporary, with an optional `Retry-After` in seconds.
    case failure(PassingFailure, retryAfter: Int? = nil)
    /// The response is delayed by this number of milliseconds.
    case latency(milliseconds: Int)
    /// The provider closes the connection without a response.
    case drop
    /// No response arrives: the connection stays open for one hour, longer than any client waits.
    case stall
    /// A fault in the body of any response.
    case content(ContentFault)
    /// A fault in a document: metadata, keys, token response, or device code.
    case document(DocumentFault)
    /// Another value for a member of a JSON response; `nil` removes the member.
    case member(String, JSONValue?)
    /// Another value for a member of every published key; `nil` removes the member.
    case keyMember(String, JSONValue?)
    /// A fault in the redirect to the app.
    case redirect(RedirectFault)
    /// A defect in the claims, header, or signature of a token.
    case token(TokenDefect, in: TokenMember = .idToken)

    /// A token in a token response.
    public enum TokenMember: String, Sendable, Codable, CaseIterable {
        /// The ID token.
        case idToken = "id_token"
        /// The access token.
        case accessToken = "access_token"
    }

    /// Creates a fault with this defect in the ID token.
    public static func idToken(_ kind: TokenDefect.Kind) -> Fault { .token(TokenDefect(kind)) }

    /// Creates a fault with this defect in the access token.
    public static func accessToken(_ kind: TokenDefect.Kind) -> Fault { .token(TokenDefect(kind), in: .accessToken) }

    /// The ID token belongs to another request.
    public static let wrongNonce = idToken(.wrongNonce)
    /// Another key signed the ID token, under the correct key's `kid`.
    public static let wrongKey = idToken(.wrongKey)
    /// The body is not JSON.
    public static let malformedJSON = content(.malformedJSON)
    /// The device polls too often. RFC 8628 §3.5
    public static let slowDown = failure(.slowDown)
    /// Too many requests. RFC 6585 §4
    public static let tooManyRequests = failure(.tooManyRequests)
}
