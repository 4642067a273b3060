// SPDX-License-Identifier: Apache-2.0
public import HTTPMessages
public import HTTPTransport
import JSONWebSignatures
public import OAuthMessages
public import PortableFoundation

/// A rejection that describes the problem to the client in `WWW-Authenticate`. RFC 6750 §3, RFC 9449 §7.1, RFC 9470 §3
///
/// ```swift
/// let scope = isShared ? "Tasks.ReadWrite.Shared" : "Tasks.ReadWrite"
/// guard caller.allows(scope) else {
///     throw BearerChallenge(.scopeMissing(scope))
/// }
/// ```
public struct BearerChallenge: Error, Sendable, Hashable {
    /// The reason for a rejection.
    public enum Reason: Sendable, Hashable {
        /// The request has no token; the challenge then names no error. RFC 6750 §3.1
        case tokenAbsent
        /// The `Authorization` field is not exactly one token.
        case requestMalformed
        /// The token is invalid; the text names the failed check.
        case tokenRefused(String)
        /// The token is valid, but lacks one of these scopes, which are separated by spaces.
        case scopeMissing(String)
        /// The token is valid, but its caller lacks a role.
        case roleMissing(String)
        /// The authentication is too weak or too old: the client needs one of these contexts, and one within the
        /// maximum age.
        case authenticationInsufficient(acr: [String], maxAge: Duration?)
        /// The proof of possession is invalid; the text names the failed check. RFC 9449 §7.1
        case proofRefused(String)
        /// The proof of possession lacks a nonce from the API, which the response includes. RFC 9449 §9
        case proofNonceMissing
        /// The API received more proofs than it can remember; the client can retry later.
        case proofsTooMany
    }

    package enum Scheme: Sendable, Hashable {
        case bearer, dpop
    }

    /// The reason for the rejection.
    public let reason: Reason
    /// The URL of the API's metadata, which a client uses to find the provider. RFC 9728 §5.1
    public var resourceMetadata: URL?
    package var schemes: [Scheme] = [.bearer]
    /// That of the request; its challenge contains the error.
    package var scheme = Scheme.bearer
    package var nonce: String?

    /// Creates a challenge.
    public init(_ reason: Reason) { self.reason = reason }

    /// The status: 401, 400 for a malformed request, 403 for a missing scope or role, or 503 for too many proofs.
    public var status: HTTPResponse.Status {
        switch reason {
        case .tokenAbsent, .tokenRefused, .authenticationInsufficient, .proofRefused, .proofNonceMissing: .unauthorized
        case .requestMalformed: .badRequest
        case .scopeMissing, .roleMissing: .forbidden
        case .proofsTooMany: .serviceUnavailable
        }
    }

    package var code: String {
        switch reason {
        case .tokenAbsent: "token_required"
        case .requestMalformed: "invalid_request"
        case .tokenRefused: "invalid_token"
        case .scopeMissing, .roleMissing: "insufficient_scope"
        case .authenticationInsufficient: "insufficient_user_authentication"
        case .proofRefused: "invalid_dpop_proof"
        case .proofNonceMissing: "use_dpop_nonce"
        case .proofsTooMany: "temporarily_unavailable"
        }
    }

    /// The message in both the header field and the body.
    public var message: String {
        switch reason {
        case .tokenAbsent: "sign in and send an access token: Authorization: Bearer …"
        case .requestMalformed:
            "send one Authorization field: \(schemes == [.dpop] ? "DPoP" : "Bearer") and the token"
        case .tokenRefused(let why): why
        case .scopeMissing(let scope): "the token lacks the scope \(scope); request it at sign-in"
        case .roleMissing(let role): "the caller lacks the role \(role); an administrator can assign it"
        case .authenticationInsufficient: "this requires a stronger or more recent authentication; sign in again"
        case .proofRefused(let why): why
        case .proofNonceMissing: "the proof must contain the nonce from the DPoP-Nonce field"
        case .proofsTooMany: "too many proofs were sent within minutes; try again later"
        }
    }

    /// The response, with the challenges, and the message as JSON in the body.
    public var response: TransportResponse {
        var fields = HTTPFields()
        for challenge in challenges { fields.append(HTTPField(name: .wwwAuthenticate, value: challenge)) }
        if let nonce { fields[.dPoPNonce] = nonce }
        return TransportResponse(status, fields, code: code, message: message)
    }
}

extension BearerChallenge: ActionableError {
    /// The action for the client.
    public var nextAction: NextAction {
        switch reason {
        case .tokenAbsent, .tokenRefused, .authenticationInsufficient: .signInAgain
        case .requestMalformed, .roleMissing, .proofRefused: .none
        case .scopeMissing(let scopes): .consent(ScopeSet(text: scopes))
        case .proofNonceMissing, .proofsTooMany: .retry(after: nil)
        }
    }
}

extension BearerChallenge {
    /// The values of `WWW-Authenticate`, one per scheme; only that of the request's scheme contains the error.
    package var challenges: [String] {
        reason == .proofsTooMany
            ? [] : schemes.map { challenge(of: $0, namesError: schemes.count == 1 || $0 == scheme) }
    }

    package var challenge: String { challenges.first ?? "" }

    private func challenge(of scheme: Scheme, namesError: Bool) -> String {
        var text = scheme == .bearer ? #"Bearer realm="api""# : #"DPoP realm="api", algs="\#(ProofCheck.algorithms)""#
        func append(_ name: String, _ value: String) { text += ", " + name + "=\"" + Self.quotable(value) + "\"" }
        if reason != .tokenAbsent, namesError {
            append("error", code)
            append("error_description", message)
            switch reason {
            case .scopeMissing(let scope): append("scope", scope)
            case .authenticationInsufficient(let acr, let maxAge):
                if !acr.isEmpty { append("acr_values", acr.joined(separator: " ")) }
                // RFC 9470 §3 has no quotes around the number.
                if let maxAge { text += ", max_age=\(maxAge.components.seconds)" }
            default: break
            }
        }
        if let resourceMetadata { append("resource_metadata", resourceMetadata.absoluteString) }
        return text
    }

    /// Replaces characters that RFC 6750 §3 forbids in an attribute.
    private static func quotable(_ text: String) -> String {
        // The common case, without a copy.
        guard !text.utf8.allSatisfy({ (0x20...0x7e).contains($0) && $0 != 0x22 && $0 != 0x5c }) else { return text }
        let allowed = text.unicodeScalars.map {
            (" "..."~").contains($0) && $0 != "\"" && $0 != "\\" ? $0 : "'"
        }
        return String(String.UnicodeScalarView(allowed))
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
