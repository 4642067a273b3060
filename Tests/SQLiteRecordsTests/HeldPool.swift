// SPDX-License-Identifier: Apache-2.0
import Dispatch
import SQLiteRecords

/// A change or a read holds the connection, so that other calls wait.
struct HeldPool {
    let pool: DatabasePool
    private let release = DispatchSemaphore(value: 0)
    private let holder: Task<Void, any Error>

    init(_ pool: DatabasePool, byRead: Bool = false) async throws {
        self.pool = pool
        let begun = AsyncStream<Void>.makeStream()
        let hold: @Sendable (Database) -> Void = { [release] _ in
            begun.continuation.yield()
            release.wait()
        }
        holder = Task { if byRead { try await pool.read(hold) } else { try await pool.write(hold) } }
        for await _ in begun.stream { break }
    }

    func add(
        alone: Bool = false, _ work: @escaping @Sendable (Database) throws -> Void
    ) async -> Task<Void, any Error> {
        let count = pool.waitingCount
        let task = Task {
            if alone { try await pool.writeAlone(work) } else { try await pool.write(work) }
        }
        while pool.waitingCount == count { await Task.yield() }
        return task
    }

    func end() async throws {
        release.signal()
        try await holder.value
    }
}
