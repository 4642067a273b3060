// SPDX-License-Identifier: Apache-2.0
import SignIn
import Synchronization

final class HookedStorage: AccountStorage {
    enum Call: Hashable {
        case prepare, records, record, remove, save, stamp, exclusiveAccess
    }

    /// Runs before or after a call; its error goes to the caller.
    typealias Hook = @Sendable (Call, AccountRecord?) async throws -> Void

    private let kept: any AccountStorage
    private let holdsLocks: Bool
    private let hooks = Mutex<(before: Hook?, after: Hook?)>((nil, nil))
    private let made = Mutex<[Call]>([])

    init(_ kept: any AccountStorage = MemoryAccountStorage(), holdingLocks holdsLocks: Bool = true) {
        (self.kept, self.holdsLocks) = (kept, holdsLocks)
    }

    func before(_ hook: Hook?) { hooks.withLock { $0.before = hook } }
    func after(_ hook: Hook?) { hooks.withLock { $0.after = hook } }

    func fail(_ fails: Bool = true) {
        before { call, _ in
            guard fails, call == .prepare || call == .save else { return }
            throw AccountStorageError(.unwritable, "the disk is full")
        }
    }

    /// Finishes at the next request for exclusive access.
    func requestsForAccess() -> AsyncStream<Void> {
        let (requests, request) = AsyncStream<Void>.makeStream()
        before { call, _ in if call == .exclusiveAccess { request.finish() } }
        return requests
    }

    func takeCalls() -> [Call] {
        made.withLock { calls in
            defer { calls = [] }
            return calls
        }
    }

    private func passing<Value>(
        _ call: Call, _ record: AccountRecord? = nil, _ body: () async throws -> Value
    ) async throws -> Value {
        try await hooks.withLock { $0.before }?(call, record)
        made.withLock { $0.append(call) }
        let value = try await body()
        try await hooks.withLock { $0.after }?(call, record)
        return value
    }

    func prepare() async throws { try await passing(.prepare) { try await kept.prepare() } }
    func damagedAccounts() async throws -> [AccountStorageError] { try await kept.damagedAccounts() }
    func records() async throws -> [AccountRecord] { try await passing(.records) { try await kept.records() } }
    func record(_ id: Account.ID) async throws -> AccountRecord? {
        try await passing(.record) { try await kept.record(id) }
    }
    func save(_ record: AccountRecord) async throws -> (record: AccountRecord, stamp: AccountStamp) {
        try await passing(.save, record) { try await kept.save(record) }
    }
    func remove(_ id: Account.ID) async throws { try await passing(.remove) { try await kept.remove(id) } }
    func stamp(of id: Account.ID) async throws -> AccountStamp? {
        try await passing(.stamp) { try await kept.stamp(of: id) }
    }
    func withExclusiveAccess<Result: Sendable>(
        to id: Account.ID, _ body: @Sendable () async throws -> Result
    ) async throws -> Result {
        try await passing(.exclusiveAccess) {}
        return holdsLocks ? try await kept.withExclusiveAccess(to: id, body) : try await body()
    }
}
