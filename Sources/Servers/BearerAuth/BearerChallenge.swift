// SPDX-License-Identifier: Apache-2.0
import HTTPTypes
public import Hummingbird

/// A refusal that tells the client, in `WWW-Authenticate`, what is wrong and what would be right.
///
/// RFC 6750 §3
public struct BearerChallenge: HTTPResponseError, Sendable, Hashable {
    /// What is wrong.
    public enum Reason: Sendable, Hashable {
        /// The request carries no token; no error is named, because nothing was wrong yet. §3.1
        case tokenAbsent
        /// The request carries something else than one bearer token.
        case requestMalformed
        /// The token is refused; the text says by which check.
        case tokenRefused(String)
        /// The token is good, but lacks a scope.
        case scopeMissing(String)
    }

    /// What is wrong.
    public let reason: Reason

    /// Creates a challenge.
    public init(_ reason: Reason) {
        self.reason = reason
    }

    /// 401, or 400 for a malformed request and 403 for a missing scope.
    public var status: HTTPResponse.Status {
        switch reason {
        case .tokenAbsent, .tokenRefused: .unauthorized
        case .requestMalformed: .badRequest
        case .scopeMissing: .forbidden
        }
    }

    private var code: String {
        switch reason {
        case .tokenAbsent: "token_required"
        case .requestMalformed: "invalid_request"
        case .tokenRefused: "invalid_token"
        case .scopeMissing: "insufficient_scope"
        }
    }

    /// The sentence that the field and the content both say.
    private var message: String {
        switch reason {
        case .tokenAbsent: "sign in and send an access token: Authorization: Bearer …"
        case .requestMalformed: "send one Authorization field: Bearer and the token"
        case .tokenRefused(let why): why
        case .scopeMissing(let scope): "the token lacks the scope \(scope); ask for it at sign-in"
        }
    }

    /// The value of `WWW-Authenticate`.
    package var challenge: String {
        var attributes = [("realm", "api")]
        if reason != .tokenAbsent { attributes += [("error", code), ("error_description", message)] }
        if case .scopeMissing(let scope) = reason { attributes.append(("scope", scope)) }
        return "Bearer " + attributes.map { "\($0)=\"\(Self.quotable($1))\"" }.joined(separator: ", ")
    }

    /// Keeps to the characters that RFC 6750 §3 allows in an attribute.
    private static func quotable(_ text: String) -> String {
        let allowed = text.unicodeScalars.map {
            (" "..."~").contains($0) && $0 != "\"" && $0 != "\\" ? $0 : "'"
        }
        return String(String.UnicodeScalarView(allowed))
    }

    /// The answer: the challenge, and the same as JSON for people who look at bodies.
    ///
    /// - Throws: What the encoder of the JSON throws.
    public func response(from request: Request, context: some RequestContext) throws -> Response {
        let body = try JSONBody(code: code, message: message).encoded()
        return Response(
            status: status,
            headers: [.wwwAuthenticate: challenge, .contentType: "application/json; charset=utf-8"],
            body: ResponseBody(byteBuffer: body))
    }
}
