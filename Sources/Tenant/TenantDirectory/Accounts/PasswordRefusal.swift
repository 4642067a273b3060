// SPDX-License-Identifier: Apache-2.0

/// A reason to refuse a password; each protocol answers with its own error.
package enum PasswordRefusal: Error, Sendable, Hashable, CaseIterable {
    /// It is not the account's password.
    case wrong
    /// Too many wrong passwords came before it; the account refuses every password for a while.
    case locked
    /// The account is disabled; only an administrator can enable it.
    case disabled
    /// The account has no password.
    case absent
    /// It is right, and too old.
    case expired

    /// A sentence for the person, without a number.
    package var text: String {
        switch self {
        case .wrong: "The password is not right. Try again."
        case .locked: "Too many wrong passwords were typed for this account. Wait a minute, then try again."
        case .disabled: "This account is disabled. Ask an administrator of your directory to enable it."
        case .absent:
            "This account has no password, so nobody can sign in with one. Ask an administrator to set one."
        case .expired: "The password is expired."
        }
    }
}
