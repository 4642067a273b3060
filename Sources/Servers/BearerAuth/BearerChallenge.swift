// SPDX-License-Identifier: Apache-2.0
public import Foundation
public import HTTPMessages
public import HTTPTransport
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
/// RFC 6750 §3, RFC 9449 §7.1, RFC 9470 §3
public struct BearerChallenge: Error, Sendable, Hashable {
    /// The fault of the request.
    public enum Reason: Sendable, Hashable {
        /// The request has no token; the challenge then names no error. RFC 6750 §3.1
        case tokenAbsent
        /// The `Authorization` field is not exactly one token.
        case requestMalformed
        /// The token is refused; the text names the failed check.
        case tokenRefused(String)
        /// The token is valid, but lacks one of these scopes; the text has all of them, separated by spaces.
        case scopeMissing(String)
        /// The token is valid, but its caller lacks a role.
        case roleMissing(String)
        /// The person must authenticate in one of these ways, or again: not longer ago than the maximum age.
        case authenticationInsufficient(acr: [String], maxAge: Duration?)
        /// The proof of the key is refused; the text names the failed check. RFC 9449 §7.1
        case proofRefused(String)
        /// The proof of the key lacks a nonce of the API, which the response gives. RFC 9449 §9
        case proofNonceMissing
        /// More proofs came than the API can remember; the client may repeat the request later.
        case proofsTooMany
    }

    /// A scheme of the `Authorization` field.
    package enum Scheme: Sendable, Hashable {
        case bearer, dpop
    }

    /// The fault of the request.
    public let reason: Reason
    /// The address of the API's description of itself, by which a client finds the provider. RFC 9728 §5.1
    public var resourceMetadata: URL?
    /// The schemes that the API accepts.
    package var schemes: [Scheme] = [.bearer]
    /// The scheme of the request, whose challenge names the error.
    package var scheme = Scheme.bearer
    /// The nonce for the next proof.
    package var nonce: String?

    /// Creates a challenge.
    public init(_ reason: Reason) {
        self.reason = reason
    }

    /// 401, or 400 for a malformed request, 403 for a missing scope or role, and 503 for too many proofs.
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

    /// The sentence in both the field and the content.
    public var message: String {
        switch reason {
        case .tokenAbsent: "sign in and send an access token: Authorization: Bearer …"
        case .requestMalformed:
            "send one Authorization field: \(schemes == [.dpop] ? "DPoP" : "Bearer") and the token"
        case .tokenRefused(let why): why
        case .scopeMissing(let scope): "the token lacks the scope \(scope); ask for it at sign-in"
        case .roleMissing(let role): "the caller lacks the role \(role); an administrator can assign it"
        case .authenticationInsufficient: "this needs another or a newer authentication; sign in again as demanded"
        case .proofRefused(let why): why
        case .proofNonceMissing: "the proof must carry the nonce of the DPoP-Nonce field"
        case .proofsTooMany: "too many proofs were sent within minutes; try again later"
        }
    }

    /// The response: the challenges, with the same message as JSON in the content.
    public var response: TransportResponse {
        var fields = HTTPFields()
        for challenge in challenges { fields.append(HTTPField(name: .wwwAuthenticate, value: challenge)) }
        if let nonce, let name = HTTPField.Name("DPoP-Nonce") { fields[name] = nonce }
        return TransportResponse(status, fields, code: code, message: message)
    }
}

extension BearerChallenge: ActionableError {
    /// The action of the client.
    public var nextAction: NextAction {
        switch reason {
        case .tokenAbsent, .tokenRefused, .authenticationInsufficient: .signInAgain
        case .requestMalformed, .roleMissing, .proofRefused: .none
        case .scopeMissing(let scopes): .consent(ScopeSet(text: scopes))
        case .proofNonceMissing, .proofsTooMany: .retry(after: nil)
        }
    }
}
