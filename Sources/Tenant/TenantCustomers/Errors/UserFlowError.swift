// SPDX-License-Identifier: Apache-2.0
import CTesseraTenantResources
package import HTTPMessages
import PortableFoundation
package import TenantAuthorization
import TenantDirectory

/// An error with Azure AD B2C's number, and the matching OAuth error code.
package struct UserFlowError: Error, Sendable, Hashable {
    /// As in `AADB2C90118`.
    package let number: Int
    /// The code of RFC 6749 or of OpenID Connect.
    package let code: String
    package let text: String
    /// The values from the request, for services with their own texts.
    package let values: [String]
    package var status: HTTPResponse.Status = .badRequest
    /// Azure AD B2C handles a disabled app like an unknown one; External ID does not.
    package var isOfDisabledApp = false

    package init(_ number: Int, _ code: String, _ text: String, about values: [String] = []) {
        (self.number, self.code, self.text, self.values) = (number, code, text, values)
    }

    package init(_ number: Int, with values: String...) {
        let entry = ErrorCatalogue.azureADB2C[number]
        self.init(number, entry?.code ?? "server_error", entry?.text(with: values) ?? "", about: values)
    }

    var name: String { "AADB2C\(number)" }

    // Errors that the sign-in pages show; they are never sent to an app.

    /// Pages and the token endpoint have different errors for a `wrong` password.
    init(_ refusal: PasswordRefusal, wrong: UserFlowError) {
        self =
            switch refusal {
            case .locked: .temporarilyLocked
            case .disabled: .locked
            // Customers choose a password when they sign up, and it never expires.
            case .wrong, .absent, .expired: wrong
            }
    }

    static let passwordNeeded = UserFlowError(
        90052, "access_denied", "Type your e-mail address and your password.")

    static func noAccount(_ email: String, in tenant: Tenant) -> UserFlowError {
        UserFlowError(
            90053, "access_denied", "We can't seem to find your account.",
            about: [email, tenant.displayName])
    }

    static let incorrectPassword = UserFlowError(
        90054, "access_denied", "Your password is incorrect.")

    // Errors of the token endpoint; for the source of the texts, see `UserFlowError+Authorize.swift`.

    static let secretMissing = UserFlowError(90079)

    static func expired(issuedAt: Date, expiredAt: Date, now: Date, isWindow: Bool = false) -> UserFlowError {
        UserFlowError(
            90080, with: "\(now.seconds)", "\(issuedAt.seconds)", isWindow ? "sliding window " : "",
            "\(expiredAt.seconds)")
    }

    static func wrongSecret(_ client: RegisteredApp) -> UserFlowError { UserFlowError(90081, with: client.id) }

    static func scopeNotGranted(_ scope: String) -> UserFlowError { UserFlowError(90082, with: scope) }

    static func missingParameter(_ name: String) -> UserFlowError { UserFlowError(90083, with: name) }

    static let secretFromPublicClient = UserFlowError(90084)

    static func unsupportedGrant(_ type: String) -> UserFlowError { UserFlowError(90086, with: type) }

    static func otherFlow(_ actual: String, expected: UserFlow) -> UserFlowError {
        UserFlowError(90088, with: actual, expected.name)
    }

    /// Number 90090 has no fixed text.
    static func unusableGrant(_ why: String) -> UserFlowError { UserFlowError(90090, "invalid_grant", why) }

    static var otherClient: UserFlowError { unusableGrant("The provided grant was issued to another client.") }

    static let otherProtocol = UserFlowError(90087)

    /// For an app that collects the password: does not reveal which of the two values was wrong.
    static let wrongPassword = UserFlowError(90225)

    static let customerGone = UserFlowError(90128)

    static let revoked = UserFlowError(90129)

    static let verifierMismatch = UserFlowError(90182)

    static let badVerifier = UserFlowError(
        90183, "invalid_grant", "The supplied code_verifier is invalid")

    static var onlyPost: UserFlowError {
        var error = UserFlowError(90226)
        error.status = .methodNotAllowed
        return error
    }
}

extension ErrorCatalogue {
    package static let azureADB2C = ErrorCatalogue(prefix: "AADB2C", json: tenant_errors_azure_ad_b2c())
}
