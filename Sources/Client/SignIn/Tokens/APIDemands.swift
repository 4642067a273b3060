// SPDX-License-Identifier: Apache-2.0
package import OAuthMessages
import SignInProvider
import Synchronization

/// The demands of one API, and the answers so far, which limit the work that it can cause: a refresh that did not meet
/// claims is not repeated, and a repeated demand opens no second page at once.
package final class APIDemands: Sendable {
    package typealias Answer = @Sendable (ChallengeAnswer, ScopeSet) async throws -> Void

    private struct State {
        var permissions: ScopeSet
        var unmet: [ClaimsRequest] = []
        var visits: [ChallengeAnswer: ContinuousClock.Instant] = [:]
    }

    private let addable: ScopeSet?
    private let answer: Answer?
    private let visits = SingleFlight<Bool, Bool>()
    private let state: Mutex<State>
    private static let pause: Duration = .seconds(60)
    private static let capacity = 16

    /// The API may also request `addable` permissions; `nil` allows all, for tokens of no other API.
    package init(_ scopes: ScopeSet, adding addable: ScopeSet?, _ answer: Answer?) {
        self.addable = addable.map(scopes.union)
        self.answer = answer
        state = Mutex(State(permissions: scopes))
    }

    var permissions: ScopeSet { state.withLock(\.permissions) }

    var hasPerson: Bool { answer != nil }

    /// `nil` if the app does not let the API request one of them; an API may omit the resource before a permission.
    func permissions(adding missing: ScopeSet) -> ScopeSet? {
        guard let addable else { return permissions.union(missing) }
        let named = missing.scopes.map { scope in
            addable.scopes.first { $0 == scope || $0.hasSuffix("/" + scope) }
        }
        return named.contains(nil) ? nil : permissions.union(ScopeSet(named.compactMap(\.self)))
    }

    func keep(_ permissions: ScopeSet) { state.withLock { $0.permissions = $0.permissions.union(permissions) } }

    func isUnmet(_ claims: ClaimsRequest) -> Bool { state.withLock { $0.unmet.contains(claims) } }

    func noteUnmet(_ claims: ClaimsRequest) {
        state.withLock { state in
            state.unmet.removeAll { $0 == claims }
            state.unmet = state.unmet.suffix(Self.capacity - 1) + [claims]
        }
    }

    func ask(_ demand: ChallengeAnswer, for permissions: ScopeSet) async throws -> Bool {
        guard let answer else { return false }
        return try await visits.run(for: true) { [self] in
            guard isNew(demand) else { return false }
            do {
                try await answer(demand, permissions)
                noteVisit(demand)
                return true
            } catch {
                // A user who canceled does not want the same page again at once; other failures say nothing about the
                // user.
                let isGivenUp = (error as? any ActionableError)?.nextAction == .acceptCancellation
                if isGivenUp || error is CancellationError { noteVisit(demand) }
                throw error
            }
        }
    }

    private func isNew(_ demand: ChallengeAnswer) -> Bool {
        let now = ContinuousClock.now
        return state.withLock { state in
            state.visits = state.visits.filter { now - $0.value < Self.pause }
            return state.visits[demand] == nil
        }
    }

    private func noteVisit(_ demand: ChallengeAnswer) { state.withLock { $0.visits[demand] = .now } }
}
