// SPDX-License-Identifier: Apache-2.0
public import SignIn

/// The value of the sign-in page.
///
/// It never loops: a failure waits for the user. A forgotten password leads to the reset once, and a change of the
/// account to the sign-in once.
public struct SignInState: Sendable, Hashable {
    /// One visit to the provider's pages.
    public struct Attempt: Sendable, Hashable {
        /// The purpose of the visit.
        public let visit: SignInVisit
        let number: Int
    }

    /// The account, or the loading state.
    public private(set) var phase: Phase<Account> = .idle
    /// The open visit, if any.
    public private(set) var attempt: Attempt?
    /// The page to return to.
    public private(set) var place: Place?
    private var attempts = 0
    private var mayReset = true

    /// Creates the state before a sign-in.
    public init() {}

    /// Whether a sign-in is in progress or has failed.
    public var isShown: Bool { attempt != nil || phase.failure != nil }

    /// Starts a visit; `nil` if another is open.
    ///
    /// A `place` of `nil` changes nothing.
    public mutating func start(_ visit: SignInVisit = .signIn(.anyAccount), from place: Place? = nil) -> Attempt? {
        if let place { self.place = place }
        guard attempt == nil else { return nil }
        mayReset = visit != .change(.password)
        return begin(visit)
    }

    /// Performs the chosen step after a failure, and returns the visit to show, if any.
    public mutating func choose(_ step: Failure.Step) -> Attempt? {
        switch step {
        case .retry, .signIn: return start()
        case .signInWithAnotherAccount: return start(.signIn(.anotherAccount))
        case .consent(let scopes): return start(.signIn(.consent(scopes)))
        case .resetPassword: return start(.change(.password))
        case .cancel:
            cancel()
            return nil
        }
    }

    /// Cancels the visit, or removes the failure; a later result of the visit is dropped.
    public mutating func cancel() {
        attempt = nil
        phase = .idle
    }

    /// Stores the account of a visit.
    public mutating func signedIn(_ account: Account, by attempt: Attempt) {
        guard attempt == self.attempt else { return }
        self.attempt = nil
        phase = .content(account)
    }

    /// Records that the user changed the account, and returns the sign-in that reads the new name.
    public mutating func changed(by attempt: Attempt) -> Attempt? {
        attempt == self.attempt ? begin(.signIn(.anyAccount)) : nil
    }

    /// Records that a visit failed, and returns the next visit if the user requested it on the provider's page.
    public mutating func failed(_ error: any Error, by attempt: Attempt) -> Attempt? {
        guard attempt == self.attempt else { return nil }
        if mayReset, (error as? ServerError)?.nextAction == .resetPassword {
            mayReset = false
            return begin(.change(.password))
        }
        self.attempt = nil
        phase =
            switch Phase<Account>(error) {
            case .failed(let failure): .failed(failure.ofSignIn)
            case .signedOut: .failed(Failure(error))
            default: .idle
            }
        return nil
    }

    private mutating func begin(_ visit: SignInVisit) -> Attempt {
        attempts += 1
        let attempt = Attempt(visit: visit, number: attempts)
        self.attempt = attempt
        phase = .busy
        return attempt
    }
}
