// SPDX-License-Identifier: Apache-2.0
import Observation

/// The page of one person, for a user interface.
@MainActor @Observable package final class PersonModel {
    /// The state to show.
    package private(set) var state = PersonState()
    @ObservationIgnored private let source: any PersonSource
    @ObservationIgnored private var asking: Task<Void, Never>?

    /// Creates an empty page.
    package init(_ source: any PersonSource) { self.source = source }

    /// Shows a person; all parts of the page are requested at the same time.
    ///
    /// - Parameter who: The id or user principal name.
    package func open(_ who: String) {
        state.open(who)
        ask(for: PersonState.Part.allCases)
    }

    /// Requests the missing parts again, after a failure or a sign-in.
    package func retry() { ask(for: state.retry()) }

    /// Waits until no request is in progress.
    package func settled() async {
        while let task = asking {
            await task.value
            if task == asking { return }
        }
    }

    private func ask(for parts: [PersonState.Part]) {
        guard let visit = state.visit, !parts.isEmpty else { return }
        asking?.cancel()
        asking = Task { [weak self, source] in
            await withTaskGroup(of: PersonState.Answer.self) { group in
                for part in parts { group.addTask { await Self.answer(part, about: visit.who, from: source) } }
                for await answer in group { self?.state.take(answer, for: visit) }
            }
        }
    }

    private nonisolated static func answer(
        _ part: PersonState.Part, about who: String, from source: any PersonSource
    ) async -> PersonState.Answer {
        switch part {
        case .profile: .profile(await phase { try await source.person(who) })
        case .manager: .manager(await phase { try await source.manager(of: who) })
        case .directReports: .directReports(await phase { try await source.directReports(of: who) })
        case .photo: .photo(await phase { try await source.photo(of: who) })
        }
    }

    private nonisolated static func phase<Content>(_ ask: () async throws -> Content?) async -> Phase<Content> {
        do { return try await ask().map(Phase.content) ?? .empty } catch { return Phase(error) }
    }

    deinit { asking?.cancel() }
}
