// SPDX-License-Identifier: Apache-2.0

/// Why a password lets nobody in; each protocol tells it in its own errors.
enum PasswordRefusal: Error, Sendable, Hashable, CaseIterable {
    case wrong
    /// It was wrong too often; nobody looks at it for a while.
    case locked
    /// An administrator closed the account, and only one can open it.
    case disabled
    /// The account has no password.
    case absent
    /// It is right, and too old.
    case expired

    /// What the person is told.
    var text: String {
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
