// SPDX-License-Identifier: Apache-2.0

/// One way in which a provider fails.
///
/// Everything else about the answer stays as it is, so that exactly one check of a client can be seen to hold.
public enum Fault: Sendable, Hashable {
    /// An error, in the form of the endpoint that was asked.
    case error(ErrorAnswer)
    /// An error by its name, such as `AADSTS50196` or `AADB2C90118`, or by its number alone.
    ///
    /// The tenant knows the code and the text, and refuses a name that it does not know.
    case named(String)
    /// A failure that may be over in a moment, with `Retry-After` in seconds where it is said.
    case failure(PassingFailure, retryAfter: Int? = nil)
    /// The answer takes its time, in milliseconds.
    case latency(milliseconds: Int)
    /// The connection is closed without an answer.
    case drop
    /// No answer comes: the connection stays open for an hour, longer than anybody waits.
    case stall
    /// The content is spoiled, whatever is in it.
    case content(ContentFault)
    /// A document of the provider is spoiled: metadata, keys, tokens or device codes.
    case document(DocumentFault)
    /// A member of a JSON answer has another value, or is missing if there is none.
    case member(String, JSONContent?)
    /// A member of every published key has another value, or is missing if there is none.
    case keyMember(String, JSONContent?)
    /// The redirect to the app is spoiled.
    case redirect(RedirectFault)
    /// A token is spoiled, and signed again.
    case token(TokenDefect, in: TokenMember = .idToken)

    /// Which token of a token response.
    public enum TokenMember: String, Sendable, Codable, CaseIterable {
        /// The ID token.
        case idToken = "id_token"
        /// The access token.
        case accessToken = "access_token"
    }
}

extension Fault {
    /// An ID token with this defect.
    public static func idToken(_ kind: TokenDefect.Kind) -> Fault { .token(TokenDefect(kind)) }

    /// An access token with this defect.
    public static func accessToken(_ kind: TokenDefect.Kind) -> Fault { .token(TokenDefect(kind), in: .accessToken) }

    /// The ID token answers another request.
    public static let wrongNonce = idToken(.wrongNonce)
    /// The ID token is signed by another key, under the name of the right one.
    public static let wrongKey = idToken(.wrongKey)
    /// The content is no JSON.
    public static let malformedJSON = content(.malformedJSON)
    /// The device asks too often. RFC 8628 §3.5
    public static let slowDown = failure(.slowDown)
    /// Too many requests. RFC 6585 §4
    public static let tooManyRequests = failure(.tooManyRequests)
}
