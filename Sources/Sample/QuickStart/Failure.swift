// SPDX-License-Identifier: Apache-2.0
public import SignIn

/// A failure in terms of the user: the fault, and the action that can help.
///
/// ``Texts`` has its sentences in each language. It names no command and no button: each front has one table that adds
/// its own to the ``action`` or to the ``steps``.
public struct Failure: Error, Sendable, Hashable {
    /// The next steps on the page that shows the failure.
    public enum Step: Sendable, Hashable {
        /// Repeat the request.
        case retry
        /// Do nothing more.
        case cancel
        /// Sign in again.
        case signIn
        /// Sign in with another account.
        case signInWithAnotherAccount
        /// Sign in and grant these permissions; the set is empty if the provider named none.
        case consent(ScopeSet)
        /// Set a new password in the user flow for that.
        case resetPassword
    }

    /// The fault.
    public let fault: Fault
    /// The action that can help.
    public let action: NextAction
    /// The steps to offer, with the most useful first; ``Step/cancel`` is the last, unless there is no way back.
    public private(set) var steps: [Step]
    /// The underlying error, for a front that can show more of it; it does not count in `==`.
    public internal(set) var cause: (any Error)?

    /// Creates a failure with the steps that belong to its action.
    public init(_ fault: Fault, _ action: NextAction) {
        self.fault = fault
        self.action = action
        steps = Self.steps(after: fault, action) + [.cancel]
    }

    /// The steps for every action; of some faults it is known that a sign-in cannot help.
    private static func steps(after fault: Fault, _ action: NextAction) -> [Step] {
        switch action {
        case _ where fault == .personMissing: []
        case .retry, .checkConnection, .setClock, .repairStorage: [.retry]
        case .chooseAccount where fault == .personalAccount: [.signInWithAnotherAccount]
        case .chooseAccount: [.signInWithAnotherAccount, .signIn]
        case .consent(let scopes): [.consent(scopes)]
        case .resetPassword: [.resetPassword, .signIn]
        case .signInAgain, .answerClaimsChallenge, .secondFactor, .registerDevice, .signUp, .acceptCancellation, .none:
            [.signIn]
        case .askAdministrator, .correctRegistration: []
        }
    }

    /// The same failure on a page that has nothing to go back to.
    public var staying: Failure { offering(steps.filter { $0 != .cancel }) }

    /// The same failure after a sign-out: the account is gone, so there is nothing to repeat.
    var afterSignOut: Failure { offering([.cancel]) }

    /// The same failure of a sign-in, which the user can always repeat, sometimes only after correcting the settings.
    var ofSignIn: Failure { steps == [.cancel] ? offering([.signIn, .cancel]) : self }

    private func offering(_ steps: [Step]) -> Failure {
        var failure = self
        failure.steps = steps
        return failure
    }

    /// The ID under which an administrator finds the rejected request in the directory's sign-in log.
    var correlationID: String? { (cause as? ServerError)?.correlationID }

    /// Whether two failures have the same fault, action, and steps.
    public static func == (one: Failure, other: Failure) -> Bool {
        (one.fault, one.action, one.steps) == (other.fault, other.action, other.steps)
    }

    /// Hashes the parts that `==` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(fault)
        hasher.combine(action)
        hasher.combine(steps)
    }
}

extension Failure {
    /// A service that the app calls.
    public enum Service: Sendable, Hashable {
        /// Microsoft Graph.
        case directory
        /// The task API.
        case taskList
    }

    /// The kinds of faults; a text in one of them is from a server or the library, in English.
    public enum Fault: Sendable, Hashable {
        /// The settings name no Graph.
        case noPeopleSearch
        /// The settings name no task API.
        case noTaskList
        /// The settings lack this key, which names the pages for a change of the account.
        case noUserFlow(key: String)
        /// The user or the app canceled the request.
        case cancelled
        /// An error without a better explanation.
        case unexpected
        /// The response did not arrive in time.
        case timedOut
        /// The service cannot be reached.
        case unreachable
        /// The stored accounts cannot be read or saved; the library's advice, empty if it has none.
        case accountsUnreadable(advice: String)
        /// No account is signed in.
        case signedOut
        /// The provider publishes no keys to verify its response.
        case providerWithoutKeys
        /// The settings do not match the provider.
        case settingsUnfit(String)
        /// The clocks of the provider and of this machine differ.
        case clocksDiffer
        /// The library rejected the provider's response.
        case answerRefused(String)
        /// A network responded in the provider's place.
        case networkAnswered
        /// The user forgot the password.
        case passwordForgotten
        /// The user canceled the sign-in.
        case signInCancelled
        /// A sentence of the library or the provider.
        case told(String)
        /// A response that is not from the task API.
        case unreadable(String)
        /// The task API rejected a task.
        case taskRefused(String)
        /// A personal account has no directory.
        case personalAccount
        /// The service rejects the token.
        case signInNotAccepted(Service)
        /// The service rejects the request, and names no permission.
        case notPermitted(Service, String)
        /// The app needs a permission.
        case permissionMissing(String)
        /// The directory has no such person.
        case personMissing
        /// The service is busy.
        case busy(Service)
        /// The directory rejected the request for another reason.
        case directoryError(String)
        /// The task no longer exists.
        case taskMissing
    }
}
