// SPDX-License-Identifier: Apache-2.0
public import OAuthMessages
public import Observation
public import PortableFoundation

/// The sign-in state of an app with one account at a time, for SwiftUI and other user interfaces.
///
/// Call ``restore()`` at launch to load the stored account. Until then, the state is `restoring`, so that no signed-out
/// page flashes up. The session tracks changes to the account in this program and in others.
///
/// ```swift
/// let session = SignInSession(SignInFlow(work, keepingIn: accounts), with: agent)
/// await session.restore()
/// if session.state == .signedOut { await session.signIn() }
/// if case .signedIn(let account) = session.state { await show("Hello, \(account.identity.name ?? "you")!") }
/// ```
@MainActor @Observable public final class SignInSession {
    /// The state of a sign-in.
    ///
    /// ```swift
    /// switch session.state {
    /// case .signedIn(let account): await show("Hello, \(account.identity.name ?? "you")!")
    /// case .needsSignIn: await show("Please sign in again.", offering: .signInAgain)
    /// default: break
    /// }
    /// ```
    public enum State: Sendable, Hashable {
        /// The stored account has not been loaded.
        case restoring
        /// No account is signed in.
        case signedOut
        /// A sign-in or sign-out is in progress; ``cancel()`` ends it.
        case busy
        /// This account is signed in.
        case signedIn(Account)
        /// The account exists, but its user must sign in again.
        case needsSignIn(Account)
        /// The stored accounts cannot be read, for example before a device's first unlock; the user is not signed out.
        case notReadableYet
    }

    /// The current state.
    public private(set) var state = State.restoring
    /// The error of the last step, until the next step starts; `nil` if the user gave up.
    public private(set) var failure: (any Error)?
    @ObservationIgnored private let flow: SignInFlow
    @ObservationIgnored private let signingIn: @Sendable (SignInOptions) async throws -> Account
    @ObservationIgnored private let signingOut: @Sendable (Account) async throws -> SignOut
    @ObservationIgnored private var step: Task<Void, Never>?
    @ObservationIgnored private var reads = 0
    @ObservationIgnored private var following: Task<Void, Never>?

    /// Creates a session; call ``restore()`` before you show anything.
    public init(_ flow: SignInFlow, with agent: some UserAgent) {
        self.flow = flow
        signingIn = { try await flow.signIn(with: agent, options: $0) }
        signingOut = { try await flow.signOut($0, with: agent) }
        following = Task { [weak self, events = flow.accounts.events()] in
            for await _ in events { await self?.restore() }
        }
    }

    /// Loads the stored account; call it again after the device is unlocked, or the app returns to the foreground.
    public func restore() async {
        guard step == nil else { return }
        await read()
    }

    /// Signs a user in, replacing the current account; does nothing while another step is in progress.
    ///
    /// Without options, it adds a login hint if a user must sign in again.
    public func signIn(options: SignInOptions? = nil) async {
        var hint: String?
        if case .needsSignIn(let account) = state { hint = account.identity.username }
        let options = options ?? SignInOptions(loginHint: hint)
        await take { [signingIn] in _ = try await signingIn(options) }
    }

    /// Removes the account from this device, and ends the provider's session in the browser.
    public func signOut() async {
        guard let account else { return }
        await take { [signingOut] in _ = try await signingOut(account) }
    }

    /// Cancels a step in progress, such as a sign-in whose page does not return.
    public func cancel() { step?.cancel() }

    /// The current account.
    public var account: Account? {
        switch state {
        case .signedIn(let account), .needsSignIn(let account): account
        case .restoring, .signedOut, .busy, .notReadableYet: nil
        }
    }

    /// Returns a transport with the current account's tokens, which go only to the scheme, host, and port of `api`;
    /// `nil` without an account.
    public func transport(to api: URL, scopes: ScopeSet) -> AuthorizedTransport? {
        account.map { flow.authorizedTransport(for: $0, scopes: scopes, to: api) }
    }

    private func take(_ work: @escaping @Sendable () async throws -> Void) async {
        guard step == nil else { return }
        (state, failure) = (.busy, nil)
        let step = Task {
            do { try await work() } catch { failure = Self.isGivenUp(error) ? nil : error }
        }
        self.step = step
        await withTaskCancellationHandler {
            await step.value
        } onCancel: {
            step.cancel()
        }
        self.step = nil
        await read()
    }

    private func read() async {
        reads += 1
        let read = reads
        let latest: Result<Account?, any Error>
        do { latest = .success(try await flow.accounts.accounts(of: flow.registration).first) } catch {
            latest = .failure(error)
        }
        // A step that began in between reads again at its end, and only the latest read counts.
        guard step == nil, read == reads else { return }
        switch latest {
        case .success(let account):
            if state == .notReadableYet { failure = nil }
            state = account.map { $0.needsSignIn ? .needsSignIn($0) : .signedIn($0) } ?? .signedOut
        case .failure(let error): (state, failure) = (.notReadableYet, failure ?? error)
        }
    }

    private static func isGivenUp(_ error: any Error) -> Bool {
        error is CancellationError || (error as? any ActionableError)?.nextAction == .acceptCancellation
    }

    deinit { following?.cancel() }
}
