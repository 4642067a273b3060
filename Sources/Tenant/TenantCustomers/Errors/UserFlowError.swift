// SPDX-License-Identifier: Apache-2.0
import CTesseraTenantResources
package import HTTPMessages
import PortableFoundation
package import TenantAuthorization
import TenantDirectory
package import TenantEntra

/// An error with Azure AD B2C's number, and the matching OAuth error code.
package struct UserFlowError: Error, Sendable, Hashable {
    /// The number, as in `AADB2C90118`.
    let number: Int
    /// The code of RFC 6749 or of OpenID Connect.
    let code: String
    /// The text, without number and trace.
    let text: String
    /// The HTTP status, if the error is not sent in a redirect.
    package var status: HTTPResponse.Status = .badRequest
    /// The error that External ID sends instead, with Entra ID's number; `nil` if it has none.
    let counterpart: EntraError?

    package init(_ number: Int, _ code: String, _ text: String, externally counterpart: EntraError? = nil) {
        (self.number, self.code, self.text, self.counterpart) = (number, code, text, counterpart)
    }

    /// The error as the table has it; the values fill the gaps in its text.
    package init(_ number: Int, with values: String..., externally counterpart: EntraError? = nil) {
        let entry = ErrorCatalogue.azureADB2C[number]
        self.init(number, entry?.code ?? "server_error", entry?.text(with: values) ?? "", externally: counterpart)
    }

    /// The number with its prefix.
    var name: String { "AADB2C\(number)" }

    // Errors that the sign-in pages show; they are never sent to an app.

    /// The error for a refused password; pages and the token endpoint each pass their own for a wrong one.
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
        90052, "access_denied", "Type your e-mail address and your password.", externally: .wrongPassword)

    static func noAccount(_ email: String, in tenant: Tenant) -> UserFlowError {
        UserFlowError(
            90053, "access_denied", "We can't seem to find your account.",
            externally: .unknownPerson(email, tenant: tenant.displayName))
    }

    static let incorrectPassword = UserFlowError(
        90054, "access_denied", "Your password is incorrect.", externally: .wrongPassword)

    // The errors of the token endpoint; `UserFlowError+Authorize.swift` says where the texts are from.

    static let secretMissing = UserFlowError(90079, externally: .secretMissing)

    static func expired(issuedAt: Date, expiredAt: Date, now: Date, isWindow: Bool = false) -> UserFlowError {
        UserFlowError(
            90080, with: "\(now.seconds)", "\(issuedAt.seconds)", isWindow ? "sliding window " : "",
            "\(expiredAt.seconds)", externally: .grantExpired)
    }

    static func wrongSecret(_ client: RegisteredApp) -> UserFlowError {
        UserFlowError(90081, externally: .wrongSecret(client))
    }

    static func scopeNotGranted(_ scope: String) -> UserFlowError {
        UserFlowError(90082, with: scope, externally: .unknownScope(scope))
    }

    static func missingParameter(_ name: String) -> UserFlowError {
        UserFlowError(90083, with: name, externally: .missingParameter(name))
    }

    static let secretFromPublicClient = UserFlowError(90084, externally: .secretFromPublicClient)

    static func unsupportedGrant(_ type: String) -> UserFlowError {
        UserFlowError(90086, with: type, externally: .unsupportedGrant(type))
    }

    static func otherFlow(_ actual: String, expected: UserFlow) -> UserFlowError {
        UserFlowError(90088, with: actual, expected.name, externally: .unknownGrant)
    }

    /// Number 90090 has no fixed text.
    static func unusableGrant(_ why: String) -> UserFlowError {
        UserFlowError(90090, "invalid_grant", why, externally: .unknownGrant)
    }

    static var otherClient: UserFlowError { unusableGrant("The provided grant was given to another client.") }

    static let otherProtocol = UserFlowError(90087, externally: .unknownGrant)

    /// The error for an app that sends the password itself; it does not tell which of the two values was wrong.
    static let wrongPassword = UserFlowError(90225, externally: .wrongPassword)

    static let customerGone = UserFlowError(90128, externally: .unknownGrant)

    static let revoked = UserFlowError(90129, externally: .codeRedeemed)

    static let verifierMismatch = UserFlowError(90182, externally: .verifierMismatch)

    static let badVerifier = UserFlowError(
        90183, "invalid_grant", "The supplied code_verifier is invalid", externally: .verifierMismatch)

    static var onlyPost: UserFlowError {
        var error = UserFlowError(90226, externally: .onlyPost)
        error.status = .methodNotAllowed
        return error
    }
}

extension ErrorCatalogue {
    /// The errors of Azure AD B2C, by number.
    package static let azureADB2C = ErrorCatalogue(prefix: "AADB2C", json: tenant_errors_azure_ad_b2c())
}
