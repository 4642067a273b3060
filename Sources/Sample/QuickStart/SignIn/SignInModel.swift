// SPDX-License-Identifier: Apache-2.0
public import Observation

/// The sign-in page, for a user interface.
@MainActor @Observable public final class SignInModel {
    /// The state to show.
    public private(set) var state = SignInState()
    @ObservationIgnored private let source: any SignInSource
    @ObservationIgnored private var visiting: Task<Void, Never>?

    /// Creates the model of a sign-in with one registration.
    public init(_ source: any SignInSource) { self.source = source }

    /// Starts a visit to the provider's pages, unless another is open; `place` is the page to return to.
    public func signIn(_ wish: SignInWish = .anyAccount, from place: Place? = nil) {
        show(state.start(.signIn(wish), from: place))
    }

    /// Starts a visit that changes the account, followed by a sign-in, unless another visit is open.
    public func change(_ change: AccountChange) { show(state.start(.change(change))) }

    /// Performs the chosen step after a failure.
    public func choose(_ step: Failure.Step) {
        if step == .cancel { cancel() } else { show(state.choose(step)) }
    }

    /// Cancels the visit, or removes the failure.
    public func cancel() {
        visiting?.cancel()
        state.cancel()
    }

    /// Waits until the visit has ended.
    public func settled() async { await Task.settle { visiting } }

    private func show(_ attempt: SignInState.Attempt?) {
        guard let attempt else { return }
        visiting = Task {
            var next: SignInState.Attempt? = attempt
            while let attempt = next { next = await visit(attempt) }
        }
    }

    private func visit(_ attempt: SignInState.Attempt) async -> SignInState.Attempt? {
        do {
            switch attempt.visit {
            case .signIn(let wish):
                state.signedIn(try await source.signIn(wish), by: attempt)
                return nil
            case .change(let change):
                try await source.show(change)
                return state.changed(by: attempt)
            }
        } catch {
            return state.failed(error, by: attempt)
        }
    }
}
