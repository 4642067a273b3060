// SPDX-License-Identifier: Apache-2.0
import TenantDirectory
import TenantEntra

// Errors that the sign-in pages show; they are never sent to an app.
extension UserFlowError {
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
}
