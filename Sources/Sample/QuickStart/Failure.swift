// SPDX-License-Identifier: Apache-2.0
public import SignIn

/// A failure in the user's terms: the fault, and the action that can help.
///
/// ``Texts`` has its sentences in each language. It contains no command or button: each front adds its own to the
/// ``action`` or the ``steps``.
public struct Failure: Error, Sendable, Hashable {
    /// The next steps that a page offers after a failure.
    public enum Step: Sendable, Hashable {
        case retry
        case cancel
        case signIn
        case signInWithAnotherAccount
        /// Sign in and grant these permissions; empty if the provider named none.
        case consent(ScopeSet)
        case resetPassword
    }

    /// The fault.
    public let fault: Fault
    /// The action that can help.
    public let action: NextAction
    /// The steps to offer, most useful first; ``Step/cancel`` is last, unless there is no way back.
    public private(set) var steps: [Step]
    /// The underlying error, which does not count in `==`.
    public internal(set) var cause: (any Error)?

    /// Creates a failure with the steps that belong to its action.
    public init(_ fault: Fault, _ action: NextAction) {
        self.fault = fault
        self.action = action
        steps = Self.steps(after: fault, action) + [.cancel]
    }

    /// For some faults, a sign-in cannot help.
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

    /// The same failure on a page that has nothing to return to.
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

    /// The ID of the rejected request in the directory's sign-in log.
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
        case directory
        case taskList
    }

    /// The kinds of faults; text in them is from a server or the library, in English.
    public enum Fault: Sendable, Hashable {
        case noPeopleSearch
        case noTaskList
        /// The settings lack this key for a change of the account.
        case noUserFlow(key: String)
        case cancelled
        case unexpected
        case timedOut
        case unreachable
        /// The stored accounts cannot be read or saved; with the library's advice, or empty text.
        case accountsUnreadable(advice: String)
        case signedOut
        case providerWithoutKeys
        case settingsUnfit(String)
        case clocksDiffer
        case answerRefused(String)
        /// A network, such as a captive portal, responded instead of the provider.
        case networkAnswered
        case passwordForgotten
        case signInCancelled
        /// A sentence from the library or the provider.
        case told(String)
        /// A response that is not from the task API.
        case unreadable(String)
        case taskRefused(String)
        /// A personal account has no directory.
        case personalAccount
        /// The service rejects the token.
        case signInNotAccepted(Service)
        /// The service rejects the request without naming a permission.
        case notPermitted(Service, String)
        case permissionMissing(String)
        case personMissing
        case busy(Service)
        /// The directory rejected the request for another reason.
        case directoryError(String)
        case taskMissing
    }
}
