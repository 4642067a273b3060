// SPDX-License-Identifier: Apache-2.0
public import OAuthMessages

/// A failure in terms of the person, with actions that can help.
///
/// ``Texts`` has its sentences in each language. It names no command and no button: each user interface shows the
/// ``actions`` in its own way.
public struct Failure: Error, Sendable, Hashable {
    /// An action of the person.
    public enum Action: Sendable, Hashable {
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

    /// The fault.
    public let fault: Fault
    /// The advice beside the actions.
    public let advice: Advice
    /// The actions to offer, with the most useful first; ``Action/cancel`` is the last, unless there is no way back.
    public private(set) var actions: [Action]
    /// The underlying error, for a user interface that can show more of it; it does not count in `==`.
    public internal(set) var cause: (any Error)?

    /// Creates a failure, and adds ``Action/cancel`` automatically.
    public init(_ fault: Fault, _ advice: Advice, actions: [Action] = [.retry]) {
        self.fault = fault
        self.advice = advice
        self.actions = actions.filter { $0 != .cancel } + [.cancel]
    }

    /// The same failure on a page that has nothing to go back to.
    public var staying: Failure {
        var failure = self
        failure.actions.removeAll { $0 == .cancel }
        return failure
    }

    /// Whether two failures have the same fault, advice and actions.
    public static func == (one: Failure, other: Failure) -> Bool {
        (one.fault, one.advice, one.actions) == (other.fault, other.advice, other.actions)
    }

    /// Hashes the parts that `==` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(fault)
        hasher.combine(advice)
        hasher.combine(actions)
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
        /// The settings name no pages for a change of the account.
        case noUserFlow
        /// The person or the app cancelled it.
        case cancelled
        /// An error without a better explanation.
        case unexpected
        /// No answer came in time.
        case timedOut
        /// The service cannot be reached.
        case unreachable
        /// The stored accounts cannot be read or kept.
        case accountsUnreadable
        /// There is no account.
        case signedOut
        /// The provider gives no keys to check its answer with.
        case providerWithoutKeys
        /// The settings do not fit the provider.
        case settingsUnfit(String)
        /// The provider's time and the time here differ.
        case clocksDiffer
        /// The library refused the provider's answer.
        case answerRefused(String)
        /// A network answered in the provider's place.
        case networkAnswered
        /// The person forgot the password.
        case passwordForgotten
        /// The person cancelled the sign-in.
        case signInCancelled
        /// A sentence of the library or the provider.
        case told(String)
        /// A personal account has no directory.
        case personalAccount
        /// The service refuses the token.
        case signInNotAccepted(Service)
        /// The service refuses the request, without the name of a permission.
        case notPermitted(Service, String)
        /// The app needs a permission.
        case permissionMissing(String)
        /// The directory has no such person.
        case personMissing
        /// The service is busy.
        case busy(Service)
        /// The directory refused the request for another reason.
        case directoryError(String)
        /// The task is not there any more.
        case taskMissing
    }

    /// The kinds of advice.
    public enum Advice: Sendable, Hashable {
        /// Use settings with this key.
        case useSettings(naming: String)
        /// Add this key to the settings.
        case addKey(String)
        /// Nothing was changed.
        case nothingChanged
        /// Try again.
        case retry
        /// Try again in a moment.
        case retrySoon
        /// Try again after this time, in seconds.
        case retryAfter(seconds: Int)
        /// Check the connection.
        case checkConnection
        /// Sign in at the network first.
        case signInAtNetwork
        /// Set the clock.
        case setClock
        /// A sentence of the library.
        case told(String)
        /// Sign in again.
        case signInAgain
        /// Sign in with another account.
        case useOtherAccount
        /// Sign in with a work account.
        case useWorkAccount
        /// Agree to what is asked, or ask an administrator.
        case agree
        /// Agree to the named permission, or ask an administrator.
        case agreeToPermission
        /// Prove the identity with a second factor.
        case proveIdentity
        /// Enrol the device.
        case enrolDevice
        /// Choose a new password.
        case chooseNewPassword
        /// Sign up first.
        case signUp
        /// Start again at any time.
        case startWhenever
        /// Start again from the beginning.
        case startOver
        /// Ask an administrator, with this correlation id of the request if there is one.
        case askAdministrator(correlationID: String?)
        /// Correct the settings.
        case correctSettings
        /// Search for the person by name.
        case searchByName
        /// Load the list again.
        case loadAgain
        /// Change the task.
        case changeTask
    }
}
