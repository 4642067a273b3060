// SPDX-License-Identifier: Apache-2.0

/// What a button on a page of a user flow does.
enum UserFlowAction: String, Sendable {
    /// Sign in with e-mail address and password.
    case signIn = "sign-in"
    /// Leave for the flow that resets passwords.
    case forgotPassword = "forgot"
    /// Sign up instead.
    case signUp = "sign-up"
    /// Send a code to the address.
    case sendCode = "send"
    /// Take the code that arrived.
    case verifyCode = "verify"
    /// Type another address.
    case changeEmail = "change"
    /// Create the account, or save the new password.
    case finish
    /// Save what was changed of the profile.
    case save
    /// Take the code of the second factor.
    case verifyFactor = "verify-factor"
    /// Send another code of the second factor.
    case sendFactor = "send-factor"
    /// Send a code to a telephone that is new.
    case sendToPhone = "send-to-phone"
    /// Type another telephone number.
    case changePhone = "change-phone"
    /// Give up.
    case cancel

    /// The form field that carries it.
    static let field = "do"
}
