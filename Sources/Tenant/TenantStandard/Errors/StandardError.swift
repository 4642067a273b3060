// SPDX-License-Identifier: Apache-2.0
import CTesseraTenantResources
import HTTPMessages
import HTTPServing
import OAuthMessages
package import TenantAuthorization

/// An error with a code of the specifications.
///
/// The description never contains input of a client, and uses only the characters that RFC 6749 §5.2 allows.
package struct StandardError: Error, Sendable, Hashable {
    let code: Code
    let description: String
    /// Whether the request exceeds the length limit. RFC 9126 §2.3
    private var isTooLong = false
    /// Replaces the description in the log of refusals, for the developer only.
    private var logged: String?
    private var remedy: String?

    package init(_ code: Code, _ description: String) { (self.code, self.description) = (code, description) }

    /// The status of a direct response. RFC 6749 §5.2, RFC 6750 §3.1
    var status: HTTPResponse.Status {
        switch code {
        case .invalidClient, .invalidToken: .unauthorized
        case .insufficientScope: .forbidden
        case .temporarilyUnavailable: .serviceUnavailable
        case _ where isTooLong: .contentTooLarge
        default: .badRequest
        }
    }

    /// Logs the refusal; a waiting device and a missing nonce are ordinary steps.
    func note() {
        guard ![.authorizationPending, .useDPoPNonce].contains(code) else { return RefusalNote.noteOrdinaryStep() }
        var rule = ErrorCatalogue.standard.rule(code.rawValue, reason: logged ?? description)
        rule.remedy = remedy ?? rule.remedy
        RefusalNote.refuse(rule)
    }

    package enum Code: String, Sendable, CaseIterable {
        // RFC 6749 §4.1.2.1 and §5.2
        case invalidRequest = "invalid_request"
        case invalidClient = "invalid_client"
        case invalidGrant = "invalid_grant"
        case unauthorizedClient = "unauthorized_client"
        case unsupportedGrantType = "unsupported_grant_type"
        case unsupportedResponseType = "unsupported_response_type"
        case invalidScope = "invalid_scope"
        case accessDenied = "access_denied"
        case temporarilyUnavailable = "temporarily_unavailable"
        // RFC 8628 §3.5
        case authorizationPending = "authorization_pending"
        case slowDown = "slow_down"
        case expiredToken = "expired_token"
        // OpenID Connect Core §3.1.2.6
        case interactionRequired = "interaction_required"
        case loginRequired = "login_required"
        case accountSelectionRequired = "account_selection_required"
        case consentRequired = "consent_required"
        case requestNotSupported = "request_not_supported"
        case requestURINotSupported = "request_uri_not_supported"
        case registrationNotSupported = "registration_not_supported"
        // RFC 9101 §7
        case invalidRequestURI = "invalid_request_uri"
        // RFC 8693 §2.2.2, RFC 8707 §2
        case invalidTarget = "invalid_target"
        // OpenID Connect Core Unmet Authentication Requirements §2
        case unmetAuthenticationRequirements = "unmet_authentication_requirements"
        // RFC 6750 §3.1
        case invalidToken = "invalid_token"
        case insufficientScope = "insufficient_scope"
        // RFC 9449 §5 and §8
        case invalidDPoPProof = "invalid_dpop_proof"
        case useDPoPNonce = "use_dpop_nonce"
        // RFC 7591 §3.2.2
        case invalidRedirectURI = "invalid_redirect_uri"
        case invalidClientMetadata = "invalid_client_metadata"
        // RFC 9396 §5
        case invalidAuthorizationDetails = "invalid_authorization_details"
    }

    static func malformed(_ description: String) -> StandardError { StandardError(.invalidRequest, description) }

    static let requestTooLong = requestTooLong(
        .invalidRequest, "The request is longer than \(FormParameters.longestRequest) bytes.")

    static func requestTooLong(_ code: Code, _ description: String) -> StandardError {
        var error = StandardError(code, description)
        error.isTooLong = true
        return error
    }

    static let originUnknown = malformed(
        "No public client registered this page's origin: add it to the client's redirect URIs or allowed origins.")

    /// `name` is a literal from a specification.
    static func missing(_ name: String) -> StandardError { .malformed("The parameter \(name) is missing.") }

    /// `name` is a literal from a specification.
    static func twice(_ name: String) -> StandardError { .malformed("The parameter \(name) is a duplicate.") }

    static let tooManyProofs = StandardError(
        .temporarilyUnavailable, "Too many proofs and assertions were sent within minutes. Try again later.")

    /// The description does not reveal the reason to an attacker.
    static let unusableGrant = StandardError(
        .invalidGrant,
        "The code or token is unknown, used, expired, revoked, or not for this client. Sign in again.")

    /// ``unusableGrant``, with the reason and the remedy for the log of refusals.
    static func unusableGrant(because reason: String, remedy: String? = nil) -> StandardError {
        var error = unusableGrant
        (error.logged, error.remedy) = (reason, remedy)
        return error
    }

    /// Returns `nil` for a failure of the server.
    init?(answering error: any Error) {
        switch error {
        case let error as StandardError: self = error
        // RFC 9126 §2.3
        case let refusal as RequestRefusal where refusal.code == .contentTooLarge:
            self = .requestTooLong(.invalidRequest, refusal.message)
        case is Refusal, is RequestRefusal:
            // Not 415: RFC 6749 §5.2 has 400 for each error without its own status, and clients rely on that.
            self = .malformed("Send a form, application/x-www-form-urlencoded in UTF-8, with each parameter once.")
        default: return nil
        }
    }
}

extension ErrorCatalogue {
    package static let standard = ErrorCatalogue(json: tenant_errors_standard())
}

extension FormParameters {
    /// An empty value counts as absent (RFC 6749 §3.1); `name` is a specification's literal, since errors contain it.
    func optional(_ name: String) throws -> String? {
        let values = all(name)
        guard values.count <= 1 else { throw StandardError.twice(name) }
        return values.first.flatMap { $0.isEmpty ? nil : $0 }
    }

    func required(_ name: String) throws -> String {
        guard let value = try optional(name) else { throw StandardError.missing(name) }
        return value
    }
}
