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
    /// The error behind it, for a front that has more to say of it; two failures that say the same are equal.
    public internal(set) var cause: (any Error)?

    /// Creates a failure; ``Action/cancel`` is added by itself.
    public init(_ sentence: String, hint: String, actions: [Action] = [.retry]) {
        self.sentence = sentence
        self.hint = hint
        self.actions = actions.filter { $0 != .cancel } + [.cancel]
    }

    /// Whether two failures say the same.
    public static func == (one: Failure, other: Failure) -> Bool {
        (one.sentence, one.hint, one.actions) == (other.sentence, other.hint, other.actions)
    }

    /// Hashes what a failure says.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(sentence)
        hasher.combine(hint)
        hasher.combine(actions)
    }
}
