// SPDX-License-Identifier: Apache-2.0
public import OAuth

/// What went wrong, in words for the person, and what the person can do about it.
///
/// It names no command and no button: each front shows the ``actions`` in its own way.
public struct Failure: Error, Sendable, Hashable {
    /// Something the person can do.
    public enum Action: Sendable, Hashable {
        /// Ask the same again.
        case retry
        /// Leave it.
        case cancel
        /// Sign in again.
        case signIn
        /// Sign in with another account.
        case signInWithAnotherAccount
        /// Sign in and agree to these permissions; none are named where the provider did not say which are missing.
        case consent(ScopeSet)
        /// Choose a new password in the flow that is there for it.
        case resetPassword
    }

    /// What happened.
    public let sentence: String
    /// What helps.
    public let hint: String
    /// What to offer, the most promising first; to leave it is always the last.
    public let actions: [Action]

    /// Creates a failure; ``Action/cancel`` is added by itself.
    public init(_ sentence: String, hint: String, actions: [Action] = [.retry]) {
        self.sentence = sentence
        self.hint = hint
        self.actions = actions.filter { $0 != .cancel } + [.cancel]
    }
}
