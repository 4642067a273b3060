// SPDX-License-Identifier: Apache-2.0

/// Saving: a provider issues a new refresh token only once, so no response may be lost.
extension AccountStore {
    func save(_ record: AccountRecord) async throws -> Account {
        bookkeeping.saving.insert(record.id)
        defer { bookkeeping.saving.remove(record.id) }
        let removals = bookkeeping.removals
        let (saved, stamp) = try await storage.save(record)
        if removals == bookkeeping.removals {
            remember(saved, stamp)
        } else {
            bookkeeping.memory.forget(saved.id)
        }
        return saved.account(at: time.date())
    }

    /// Saves a provider's response, which the client cannot request again; `nil` if the stored record is newer.
    ///
    /// If another program saved an older state in between, the response is merged into it. Until the save succeeds, the
    /// store keeps the response for the next attempt, because a full disk, a lock, or a cancellation may prevent it.
    func saveResponse(_ response: AccountRecord, to request: AccountRecord) async throws -> Account? {
        bookkeeping.unsaved[request.id] = (response, request)
        var next = response
        for _ in 0..<Self.attempts {
            do {
                let account = try await save(next)
                bookkeeping.unsaved[request.id] = nil
                return account
            } catch AccountStorageError.Code.conflict {
                guard let merged = try await storage.record(request.id)?.merging(response, to: request) else {
                    bookkeeping.unsaved[request.id] = nil
                    return nil
                }
                next = merged
            }
        }
        throw Self.contended
    }

    /// Call it with exclusive access to the account, before reading it.
    func saveUnsavedResponse(of id: Account.ID) async throws {
        guard let (response, request) = bookkeeping.unsaved[id] else { return }
        _ = try await saveResponse(response, to: request)
    }

    /// Waits for pending refreshes, including those of canceled callers, and saves responses that could not be saved
    /// before.
    ///
    /// Call it before the transport shuts down or the program ends, because after a refresh, the provider may reject
    /// the older refresh token. ``withAccounts(keptIn:of:deadline:_:)`` calls it. It waits even in a canceled task, up
    /// to a limit; a refresh takes up to three requests.
    public nonisolated func settle(within limit: Duration = .seconds(20)) async {
        guard await isUnsettled else { return }
        await Task {
            let (settled, continuation) = AsyncStream<Never>.makeStream()
            Task {
                await saveUnsavedResponses()
                await refreshes.settle()
                await saveUnsavedResponses()
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

    private var isUnsettled: Bool {
        get async {
            // In this order: a refresh that ends in between may leave a response unsaved.
            if await refreshes.isInUse { return true }
            return !bookkeeping.unsaved.isEmpty
        }
    }

    private func saveUnsavedResponses() async {
        for id in bookkeeping.unsaved.keys {
            try? await storage.withExclusiveAccess(to: id) { try await self.saveUnsavedResponse(of: id) }
        }
    }

    static let attempts = 8

    static let contended = AccountStorageError(
        .conflict, "other programs keep changing this account; try again in a moment")
}
