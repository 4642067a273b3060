// SPDX-License-Identifier: Apache-2.0

/// The action of a button on a page of a user flow.
enum UserFlowAction: String, Sendable {
    /// Sign in with e-mail address and password.
    case signIn = "sign-in"
    /// Reset a forgotten password, in this flow or in another one.
    case forgotPassword = "forgot"
    /// Sign up instead.
    case signUp = "sign-up"
    /// Send a code to the address.
    case sendCode = "send"
    /// Type another address.
    case verifyCode = "verify"
    /// Type another address.
    case changeEmail = "change"
    /// Create the account, or save the new password.
    case finish
    /// Save the changed profile.
    case save
    /// Check the code of the second factor.
    case verifyFactor = "verify-factor"
    /// Send another code of the second factor.
    case sendFactor = "send-factor"
    /// Send a code to a new telephone number.
    case sendToPhone = "send-to-phone"
    /// Type another telephone number.
    case changePhone = "change-phone"
    /// Give up.
    case cancel

    /// The form field for the action.
    static let field = "do"
}
