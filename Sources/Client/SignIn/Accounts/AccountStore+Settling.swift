// SPDX-License-Identifier: Apache-2.0

extension AccountStore {
    /// Waits for refreshes in flight, including those of cancelled callers, and saves responses that could not be saved
    /// before.
    ///
    /// Call it before the transport shuts down or the program ends: after a response, the provider may refuse older
    /// refresh tokens. It waits even in a cancelled task.
    ///
    /// - Parameter limit: The longest wait; a refresh takes up to three requests.
    public nonisolated func settle(within limit: Duration = .seconds(20)) async {
        await Task {
            let (settled, continuation) = AsyncStream<Never>.makeStream()
            Task {
                await saveUnsaved()
                await renewals.settle()
                await saveUnsaved()
                continuation.finish()
            }
            let timer = Task {
                try? await Task.sleep(for: limit)
                continuation.finish()
            }
            for await _ in settled {}
            timer.cancel()
        }.value
    }

    private func saveUnsaved() async {
        for id in unsaved.keys {
            try? await storage.withExclusiveAccess(to: id) { try await self.catchUp(id) }
        }
    }
}
