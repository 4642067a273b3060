// SPDX-License-Identifier: Apache-2.0
public import Observation

/// One person's page, for a user interface.
@MainActor @Observable public final class PersonModel {
    /// The state to show.
    public private(set) var state = PersonState()
    @ObservationIgnored private let source: any PersonSource
    @ObservationIgnored private var reader: AnyHashable?
    @ObservationIgnored private var asking: Task<Void, Never>?

    /// Creates the model over a directory.
    public init(_ source: any PersonSource) { self.source = source }

    /// Opens the page of a person, by ID or user principal name; all parts are requested concurrently.
    public func open(_ who: String) {
        state.open(who)
        ask(for: PersonState.Part.allCases)
    }

    /// Opens the page again for another reader, otherwise requests only the missing parts; `reader` is the account and
    /// its sign-in.
    public func appear(_ who: String, for reader: some Hashable & Sendable) {
        guard state.visit?.who != who || self.reader != AnyHashable(reader) else { return retry() }
        self.reader = AnyHashable(reader)
        open(who)
    }

    /// Requests the missing parts again, after a failure or a sign-in.
    public func retry() { ask(for: state.retry()) }

    /// Waits until no request is in progress.
    public func settled() async { await Task.settle { asking } }

    private func ask(for parts: [PersonState.Part]) {
        guard let visit = state.visit, !parts.isEmpty else { return }
        asking?.cancel()
        asking = Task { [weak self, source] in
            await withTaskGroup(of: PersonState.Answer.self) { group in
                for part in parts { group.addTask { await source.answer(part, about: visit.who) } }
                for await answer in group { self?.state.take(answer, for: visit) }
            }
        }
    }

    deinit { asking?.cancel() }
}
