// SPDX-License-Identifier: Apache-2.0
package import OAuth

/// A failure in sentences for the person, with actions that can help.
///
/// It names no command and no button: each user interface shows the ``actions`` in its own way.
package struct Failure: Error, Sendable, Hashable {
    /// An action of the person.
    package enum Action: Sendable, Hashable {
        /// Repeat the request.
        case retry
        /// Do nothing more.
        case cancel
        /// Sign in again.
        case signIn
        /// Sign in with another account.
        case signInWithAnotherAccount
        /// Sign in and agree to these permissions; the set is empty if the provider named none.
        case consent(ScopeSet)
        /// Set a new password in the user flow for that.
        case resetPassword
    }

    /// The sentence that names the fault.
    package let sentence: String
    /// The sentence that names the remedy.
    package let hint: String
    /// The actions to offer, with the most useful first; ``Action/cancel`` is always the last.
    package let actions: [Action]
    /// The underlying error, for a user interface that can show more of it; it does not count in `==`.
    package internal(set) var cause: (any Error)?

    /// Creates a failure, and adds ``Action/cancel`` automatically.
    package init(_ sentence: String, hint: String, actions: [Action] = [.retry]) {
        self.sentence = sentence
        self.hint = hint
        self.actions = actions.filter { $0 != .cancel } + [.cancel]
    }

    /// Whether two failures have the same sentences and actions.
    package static func == (one: Failure, other: Failure) -> Bool {
        (one.sentence, one.hint, one.actions) == (other.sentence, other.hint, other.actions)
    }

    /// Hashes the parts that `==` compares.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(sentence)
        hasher.combine(hint)
        hasher.combine(actions)
    }
}
