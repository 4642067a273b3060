// SPDX-License-Identifier: Apache-2.0
public import SignIn

/// The sign-in page as a value.
///
/// It never loops: a failure waits for the person, and a forgotten password leads to the reset once, and from there
/// back to the sign-in once.
public struct SignInState: Sendable, Hashable {
    /// One visit to the provider's pages.
    public struct Attempt: Sendable, Hashable {
        /// What it is for.
        public let visit: SignInVisit
        let number: Int
    }

    /// Who is signed in, or how far it has come.
    public private(set) var phase: Phase<Account> = .idle
    /// The visit that is going on; `nil` if none is.
    public private(set) var attempt: Attempt?
    /// Where the person was, to come back to.
    public private(set) var place: Place?
    private var attempts = 0
    private var mayReset = true

    /// Creates a page on which nothing has begun.
    public init() {}

    /// Begins, or begins again.
    ///
    /// - Parameters:
    ///   - visit: What for.
    ///   - place: Where to come back to; `nil` leaves that as it was.
    /// - Returns: What to show; `nil` if a visit is going on already.
    public mutating func start(_ visit: SignInVisit = .signIn(.anyAccount), from place: Place? = nil) -> Attempt? {
        if let place { self.place = place }
        guard attempt == nil else { return nil }
        mayReset = visit != .resetPassword
        return begin(visit)
    }

    /// Does what the person chose of a failure's actions.
    ///
    /// - Returns: What to show; `nil` if nothing is to be shown.
    public mutating func choose(_ action: Failure.Action) -> Attempt? {
        switch action {
        case .retry, .signIn: return start()
        case .signInWithAnotherAccount: return start(.signIn(.anotherAccount))
        case .consent(let scopes): return start(.signIn(.consent(scopes)))
        case .resetPassword: return start(.resetPassword)
        case .cancel:
            cancel()
            return nil
        }
    }

    /// Leaves the visit or the failure; whatever the visit still brings is dropped.
    public mutating func cancel() {
        attempt = nil
        phase = .idle
    }

    /// Takes the account.
    public mutating func signedIn(_ account: Account, by attempt: Attempt) {
        guard attempt == self.attempt else { return }
        self.attempt = nil
        phase = .content(account)
    }

    /// Takes note of a new password.
    ///
    /// - Returns: What to show next: the sign-in.
    public mutating func passwordReset(by attempt: Attempt) -> Attempt? {
        attempt == self.attempt ? begin(.signIn(.anyAccount)) : nil
    }

    /// Takes note that a visit brought nothing.
    ///
    /// - Returns: What to show next, where the person asked for it on the provider's page; else `nil`.
    public mutating func failed(_ error: any Error, by attempt: Attempt) -> Attempt? {
        guard attempt == self.attempt else { return nil }
        if mayReset, (error as? ServerError)?.nextAction == .switchUserFlow(.passwordReset) {
            mayReset = false
            return begin(.resetPassword)
        }
        self.attempt = nil
        phase =
            switch Phase<Account>(error) {
            case .failed(let failure): .failed(failure.offeringToStartAgain)
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

extension Failure {
    /// A failed sign-in can always be begun again, if only once the settings are mended.
    fileprivate var offeringToStartAgain: Failure {
        guard actions == [.cancel] else { return self }
        var failure = Failure(sentence, hint: hint, actions: [.signIn])
        failure.cause = cause
        return failure
    }
}
