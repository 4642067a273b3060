// SPDX-License-Identifier: Apache-2.0
import MicrosoftGraph
import QuickStart

extension PeopleSearchModel {
    /// Searches page by page, and returns the people up to a limit.
    ///
    /// - Throws: As `Phase.outcome()`; `Failure` of a later page.
    func people(matching text: String, upTo limit: Int) async throws -> [Person] {
        self.text = text
        submit()
        try await settledOrLeft()
        while state.more == .available, state.phase.content?.count ?? limit < limit {
            showMore()
            try await settledOrLeft()
        }
        if case .failed(let failure) = state.more { throw failure }
        return Array((try state.phase.outcome() ?? []).prefix(limit))
    }

    /// Waits for the result; Ctrl-C cancels the search.
    private func settledOrLeft() async throws {
        await withTaskCancellationHandler {
            await settled()
        } onCancel: {
            Task { @MainActor in cancel() }
        }
        try Task.checkCancellation()
    }
}
