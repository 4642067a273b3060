// SPDX-License-Identifier: Apache-2.0
import SignIn
import Synchronization

/// A storage that counts what it was asked for, and lets a test do something before it answers.
final class HookedStorage: AccountStorage {
    enum Call: Hashable {
        case prepare, record, remove, save, stamp, exclusiveAccess
    }

    /// What happens before a call is handed on; what it throws is thrown in the storage's place.
    typealias Hook = @Sendable (Call, AccountRecord?) async throws -> Void

    private let kept: any AccountStorage
    private let hook = Mutex<Hook?>(nil)
    private let counts = Mutex<[Call: Int]>([:])

    init(_ kept: any AccountStorage = MemoryAccountStorage()) { self.kept = kept }

    func before(_ hook: Hook?) { self.hook.withLock { $0 = hook } }

    /// Fails as a full disk does, or not any more.
    func fail(_ fails: Bool = true) {
        before { call, _ in
            guard fails, call == .prepare || call == .save else { return }
            throw AccountStorageError(.unwritable, "the disk is full")
        }
    }

    /// Ends when an account is next asked for alone.
    func requestsForAccess() -> AsyncStream<Void> {
        let (requests, request) = AsyncStream<Void>.makeStream()
        before { call, _ in if call == .exclusiveAccess { request.finish() } }
        return requests
    }

    var saves: Int { count(of: .save) }
    var reads: Int { count(of: .record) }
    var looks: Int { count(of: .stamp) }

    private func count(of call: Call) -> Int { counts.withLock { $0[call, default: 0] } }

    private func pass(_ call: Call, _ record: AccountRecord? = nil) async throws {
        try await hook.withLock { $0 }?(call, record)
        counts.withLock { $0[call, default: 0] += 1 }
    }

    func prepare() async throws {
        try await pass(.prepare)
        try await kept.prepare()
    }
    func damagedAccounts() async throws -> [AccountStorageError] { try await kept.damagedAccounts() }
    func records() async throws -> [AccountRecord] { try await kept.records() }
    func record(_ id: Account.ID) async throws -> AccountRecord? {
        try await pass(.record)
        return try await kept.record(id)
    }
    func save(_ record: AccountRecord) async throws -> AccountRecord {
        try await pass(.save, record)
        return try await kept.save(record)
    }
    func remove(_ id: Account.ID) async throws {
        try await pass(.remove)
        try await kept.remove(id)
    }
    func stamp(of id: Account.ID) async throws -> AccountStamp? {
        try await pass(.stamp)
        return try await kept.stamp(of: id)
    }
    func withExclusiveAccess<Result: Sendable>(
        to id: Account.ID, _ body: @Sendable () async throws -> Result
    ) async throws -> Result {
        try await pass(.exclusiveAccess)
        return try await kept.withExclusiveAccess(to: id, body)
    }
}
