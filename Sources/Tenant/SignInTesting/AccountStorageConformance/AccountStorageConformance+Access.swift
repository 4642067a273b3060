// SPDX-License-Identifier: Apache-2.0
import SignIn

extension AccountStorageConformance {
    func runsAlone(_ storage: any AccountStorage) async throws {
        try await requireAlone(in: [storage], "at most one task has exclusive access")
    }

    func requireAlone(in storages: [any AccountStorage], _ promise: String) async throws {
        let id = try await storages[0].save(sample()).record.id
        let room = Room()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<12 {
                let storage = storages[number % storages.count]
                group.addTask {
                    try await storage.withExclusiveAccess(to: id) {
                        room.enter()
                        // Time for the other tasks to enter, if the storage does not exclude them.
                        for _ in 0..<50 { await Task.yield() }
                        room.leave()
                    }
                }
            }
            try await group.waitForAll()
        }
        try require(room.visits == 12, "every waiting task runs once")
        try require(room.most == 1, promise)
    }

    func separatesAccounts(_ storage: any AccountStorage) async throws {
        let (ann, ben) = (try sample().id, try sample("ben").id)
        let isRun = try await storage.withExclusiveAccess(to: ann) {
            try await within(deadline / 2) { try await storage.withExclusiveAccess(to: ben) { true } }
        }
        try require(isRun == true, "another account stays accessible meanwhile")
    }

    func worksWhileAlone(_ storage: any AccountStorage) async throws {
        let first = try sample()
        let isDone: Bool? = try await within(deadline / 2) {
            try await storage.withExclusiveAccess(to: first.id) {
                let saved = try await storage.save(first).record
                let read = try await storage.record(first.id)
                try await storage.save(saved.renewed("second"))
                try await storage.remove(first.id)
                return read == saved
            }
        }
        try require(isDone == true, "the holder of exclusive access can save, read, and remove the account")
    }

    func survivesErrors(_ storage: any AccountStorage) async throws {
        struct Mishap: Error {}
        let id = try sample().id
        do {
            try await storage.withExclusiveAccess(to: id) { throw Mishap() }
            throw Broken(promise: "an error from the task is rethrown")
        } catch is Mishap {}
        let isRun = try await within(deadline / 2) { try await storage.withExclusiveAccess(to: id) { true } }
        try require(isRun == true, "an error from the task releases the account")
    }

    func cancelsWaiting(_ storage: any AccountStorage) async throws {
        let id = try sample().id
        let room = Room()
        try await storage.withExclusiveAccess(to: id) {
            let waiting = Task { try await storage.withExclusiveAccess(to: id) { room.enter() } }
            for _ in 0..<50 { await Task.yield() }
            waiting.cancel()
            let result = try await within(deadline / 2) { await waiting.result }
            guard case .failure(let error)? = result, error is CancellationError else {
                throw Broken(promise: "a canceled task stops waiting with CancellationError")
            }
        }
        try require(room.visits == 0, "a canceled task does not run")
        let isRun = try await within(deadline / 2) { try await storage.withExclusiveAccess(to: id) { true } }
        try require(isRun == true, "the account is released afterwards")
    }

    private func damaged(_ storage: any AccountStorage) async throws -> (lost: AccountRecord, other: AccountRecord) {
        guard let damage else { throw Broken(promise: "the check can damage stored data") }
        let (lost, other) = (try await storage.save(sample()).record, try await storage.save(sample("ben")).record)
        try await damage(storage, lost.id)
        return (lost, other)
    }

    func damageIsFoundOut(_ storage: any AccountStorage) async throws {
        let (lost, _) = try await damaged(storage)
        do {
            let found = try await storage.record(lost.id)
            try require(found == nil, "a damaged account is not returned")
        } catch let error as AccountStorageError {
            try require(error.code == .damaged, "reading a damaged account throws `damaged`")
        }
        let damaged = try await storage.damagedAccounts()
        try require(damaged.count == 1, "a damaged account is reported once")
        try require(damaged.first?.code == .damaged, "a damaged account is reported as `damaged`")
    }

    func damageHarmsNoOther(_ storage: any AccountStorage) async throws {
        let (_, other) = try await damaged(storage)
        try require(try await storage.records() == [other], "only the undamaged accounts are listed")
        try require(try await storage.record(other.id) == other, "another account can be read")
        try await storage.save(other.renewed("second"))
    }

    func damageIsReplaced(_ storage: any AccountStorage) async throws {
        let (lost, _) = try await damaged(storage)
        let again = try await storage.save(sample(refreshToken: "again")).record
        try require(try await storage.record(lost.id) == again, "a new sign-in replaces the damaged account")
        try require(try await storage.damagedAccounts().isEmpty, "a replaced account is no longer reported as damaged")
    }

    private func shared(_ one: any AccountStorage) async throws -> any AccountStorage {
        guard let share else { throw Broken(promise: "another program can open the storage") }
        return try await share(one)
    }

    func anotherProgramReads(_ one: any AccountStorage) async throws {
        let other = try await shared(one)
        let first = try await one.save(sample()).record
        try require(try await other.record(first.id) == first, "another program reads the account")
        let second = try await other.save(first.renewed("second")).record
        try require(try await one.record(first.id) == second, "this program reads the other program's save")
        try require(try await one.records() == [second], "this program lists the other program's save")
    }

    func anotherProgramConflicts(_ one: any AccountStorage) async throws {
        let other = try await shared(one)
        let first = try await one.save(sample()).record
        let second = try await other.save(first.renewed("second")).record
        try await requireConflict("another program's save is not overwritten", saving: first, in: one)
        try require(try await one.record(first.id) == second, "a rejected save changes nothing")
    }

    func anotherProgramRemoves(_ one: any AccountStorage) async throws {
        let other = try await shared(one)
        let first = try await one.save(sample()).record
        try await other.remove(first.id)
        try require(try await one.record(first.id) == nil, "an account that another program removed is gone")
        try await requireConflict("an account that another program removed is not restored", saving: first, in: one)
    }

    func anotherProgramIsNoticed(_ one: any AccountStorage) async throws {
        let other = try await shared(one)
        let (first, stamp) = try await one.save(sample())
        try await other.save(first)
        try require(try await one.stamp(of: first.id) != stamp, "a save by another program changes the stamp")
        try await other.remove(first.id)
        try require(try await one.stamp(of: first.id) == nil, "a removal by another program leaves no stamp")
    }

    func anotherProgramWaits(_ one: any AccountStorage) async throws {
        let other = try await shared(one)
        try await requireAlone(in: [one, other], "at most one task of all programs has exclusive access")
    }
}
