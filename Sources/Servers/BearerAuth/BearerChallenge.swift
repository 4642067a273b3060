// SPDX-License-Identifier: Apache-2.0
public import Foundation
public import HTTPTransport
public import HTTPTypes
import JOSE
public import OAuth

/// A refusal that tells the client the fault and the remedy in `WWW-Authenticate`.
///
/// ```swift
/// let scope = isShared ? "Tasks.ReadWrite.Shared" : "Tasks.ReadWrite"
/// guard caller.allows(scope) else {
///     throw BearerChallenge(.scopeMissing(scope))
/// }
/// ```
///
/// RFC 6750 §3
public struct BearerChallenge: Error, Sendable, Hashable {
    /// The fault of the request.
    public enum Reason: Sendable, Hashable {
        /// The request has no token; the challenge then names no error. §3.1
        case tokenAbsent
        /// The `Authorization` field is not exactly one bearer token.
        case requestMalformed
        /// The token is refused; the text names the failed check.
        case tokenRefused(String)
        /// The token is valid, but lacks a scope.
        case scopeMissing(String)
    }

    /// The fault of the request.
    public let reason: Reason
    /// The address of the API's description of itself, by which a client finds the provider. RFC 9728 §5.1
    public var resourceMetadata: URL?

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

    package var code: String {
        switch reason {
        case .tokenAbsent: "token_required"
        case .requestMalformed: "invalid_request"
        case .tokenRefused: "invalid_token"
        case .scopeMissing: "insufficient_scope"
        }
    }

    /// The sentence in both the field and the content.
    public var message: String {
        switch reason {
        case .tokenAbsent: "sign in and send an access token: Authorization: Bearer …"
        case .requestMalformed: "send one Authorization field: Bearer and the token"
        case .tokenRefused(let why): why
        case .scopeMissing(let scope): "the token lacks the scope \(scope); ask for it at sign-in"
        }
    }

    /// The value of `WWW-Authenticate`.
    package var challenge: String {
        var text = #"Bearer realm="api""#
        func append(_ name: String, _ value: String) { text += ", " + name + "=\"" + Self.quotable(value) + "\"" }
        if reason != .tokenAbsent {
            append("error", code)
            append("error_description", message)
        }
        if case .scopeMissing(let scope) = reason { append("scope", scope) }
        if let resourceMetadata { append("resource_metadata", resourceMetadata.absoluteString) }
        return text
    }

    /// Replaces characters that RFC 6750 §3 does not allow in an attribute.
    private static func quotable(_ text: String) -> String {
        // Most sentences have no such character.
        guard !text.utf8.allSatisfy({ (0x20...0x7e).contains($0) && $0 != 0x22 && $0 != 0x5c }) else { return text }
        let allowed = text.unicodeScalars.map {
            (" "..."~").contains($0) && $0 != "\"" && $0 != "\\" ? $0 : "'"
        }
        return String(String.UnicodeScalarView(allowed))
    }

    /// The response: the challenge, with the same message as JSON in the content.
    public var response: TransportResponse {
        TransportResponse(status, [.wwwAuthenticate: challenge], code: code, message: message)
    }
}

extension BearerChallenge: ActionableError {
    /// The action of the client.
    public var nextAction: NextAction {
        switch reason {
        case .tokenAbsent, .tokenRefused: .signInAgain
        case .requestMalformed: .none
        case .scopeMissing(let scope): .consent([scope])
        }
    }
}

extension TransportResponse {
    /// A refusal in the form of Microsoft's sample API: `{"code", "message"}`.
    init(_ status: HTTPResponse.Status, _ fields: HTTPFields = [:], code: String, message: String) {
        var fields = fields
        fields[.contentType] = "application/json; charset=utf-8"
        var content = Array(#"{"code":"#.utf8)
        JSONValue.write(code, to: &content)
        content += #","message":"#.utf8
        JSONValue.write(message, to: &content)
        content.append(UInt8(ascii: "}"))
        self.init(head: HTTPResponse(status: status, headerFields: fields), body: Data(content))
    }
}
