// SPDX-License-Identifier: Apache-2.0
/// Lets one task at a time work on an account, in the order in which they came.
actor ExclusiveAccess {
    /// Accounts that are in use, each with those who wait for it.
    private var waiting: [Account.ID: [CheckedContinuation<Void, Never>]] = [:]

    /// Runs `body` while no other task runs one for the same account.
    nonisolated func run<Result: Sendable>(
        for id: Account.ID, _ body: @Sendable () async throws -> Result
    ) async throws -> Result {
        await enter(id)
        do {
            let result = try await body()
            await leave(id)
            return result
        } catch {
            await leave(id)
            throw error
        }
    }

    private func enter(_ id: Account.ID) async {
        guard waiting[id] != nil else {
            waiting[id] = []
            return
        }
        await withCheckedContinuation { waiting[id]?.append($0) }
    }

    /// Hands the account to whoever waits longest.
    private func leave(_ id: Account.ID) {
        guard let next = waiting[id]?.first else {
            waiting[id] = nil
            return
        }
        waiting[id]?.removeFirst()
        next.resume()
    }
}
