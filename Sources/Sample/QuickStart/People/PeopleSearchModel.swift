// SPDX-License-Identifier: Apache-2.0
public import Observation
public import SignInProvider

/// People search for a user interface: it waits for a pause in typing, then sends a request.
@MainActor @Observable public final class PeopleSearchModel {
    /// The state to show.
    public private(set) var state = PeopleSearchState()
    @ObservationIgnored private let source: any PeopleSource
    @ObservationIgnored private let delay: Duration
    @ObservationIgnored private let time: TimeSource
    @ObservationIgnored private var asking: Task<Void, Never>?
    @ObservationIgnored private var next: PeoplePage.Next?

    /// Creates an empty search; `delay` is the pause in typing before a request.
    public init(
        _ source: any PeopleSource, delay: Duration = .milliseconds(300), time: TimeSource = .system
    ) {
        self.source = source
        self.delay = delay
        self.time = time
    }

    /// The text in the search field; new text starts a search after the delay, and cancels the previous one.
    public var text: String {
        get { state.text }
        set { update(after: delay) { $0.typed(newValue) } }
    }

    /// Searches immediately, even for the same text.
    public func submit() { update { $0.submit() } }

    /// Cancels the search; the text stays.
    public func cancel() { update { $0.cancel() } }

    /// Requests the next page.
    public func showMore() {
        guard let next, let question = state.wantMore() else { return }
        asking = Task { [weak self] in
            do { self?.take(more: try await next(), for: question) } catch {
                self?.state.moreFailed(error, for: question)
            }
        }
    }

    /// Waits until no request is in progress.
    public func settled() async { await Task.settle { asking } }

    private func update(after delay: Duration? = nil, _ change: (inout PeopleSearchState) -> Void) {
        let earlier = state.question
        change(&state)
        guard state.question != earlier else { return }
        asking?.cancel()
        next = nil
        asking = state.question.map { question in
            Task { [weak self, time] in
                if let delay { try? await time.sleep(delay) }
                if !Task.isCancelled { await self?.ask(question) }
            }
        }
    }

    private func ask(_ question: PeopleSearchState.Question) async {
        do {
            let page = try await source.people(matching: question.name)
            guard question == state.question else { return }
            next = page.next
            state.arrived(page.people, hasMore: page.next != nil, for: question)
        } catch {
            state.failed(error, for: question)
        }
    }

    private func take(more page: PeoplePage, for question: PeopleSearchState.Question) {
        guard question == state.question else { return }
        next = page.next
        state.moreArrived(page.people, hasMore: page.next != nil, for: question)
    }

    deinit { asking?.cancel() }
}
