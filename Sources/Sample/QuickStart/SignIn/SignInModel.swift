// SPDX-License-Identifier: Apache-2.0
public import Observation

/// The sign-in page for a front.
@MainActor @Observable public final class SignInModel {
    /// What to show.
    public private(set) var state = SignInState()
    @ObservationIgnored private let source: any SignInSource
    @ObservationIgnored private var visiting: Task<Void, Never>?

    /// Creates a page on which nothing has begun.
    public init(_ source: any SignInSource) { self.source = source }

    /// Begins, or begins again; nothing happens while a visit is going on.
    ///
    /// - Parameters:
    ///   - wish: What the sign-in is to bring.
    ///   - place: Where to come back to.
    public func signIn(_ wish: SignInWish = .anyAccount, from place: Place? = nil) {
        show(state.start(.signIn(wish), from: place))
    }

    /// Does what the person chose of a failure's actions.
    public func choose(_ action: Failure.Action) {
        if action == .cancel { cancel() } else { show(state.choose(action)) }
    }

    /// Leaves the provider's pages, or the failure.
    public func cancel() {
        visiting?.cancel()
        state.cancel()
    }

    /// Waits until the visit is over.
    public func settled() async {
        while let task = visiting {
            await task.value
            if task == visiting { return }
        }
    }

    private func show(_ attempt: SignInState.Attempt?) {
        guard let attempt else { return }
        visiting = Task {
            var next: SignInState.Attempt? = attempt
            while let attempt = next { next = await visit(attempt) }
        }
    }

    /// One visit; what comes back is the next one, which the state allows once.
    private func visit(_ attempt: SignInState.Attempt) async -> SignInState.Attempt? {
        do {
            switch attempt.visit {
            case .signIn(let wish):
                state.signedIn(try await source.signIn(wish), by: attempt)
                return nil
            case .resetPassword:
                try await source.resetPassword()
                return state.passwordReset(by: attempt)
            }
        } catch {
            return state.failed(error, by: attempt)
        }
    }
}
