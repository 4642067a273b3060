// SPDX-License-Identifier: Apache-2.0

extension AccountStore {
    /// Waits for the renewals under way, whoever asked for them and does not wait any more, and saves what could not be
    /// saved before.
    ///
    /// Call it before the transport is shut down or the program ends: what a provider has answered is kept then, and it
    /// may take no older refresh token. It waits even in a task that is cancelled.
    ///
    /// - Parameter limit: How long to wait at most; a renewal takes up to three requests.
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
