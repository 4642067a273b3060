// SPDX-License-Identifier: Apache-2.0
import SignIn

extension AccountStorageConformance {
    func beginsEmpty(_ storage: any AccountStorage) async throws {
        let id = try sample().id
        try await storage.prepare()
        try require(try await storage.records().isEmpty, "a new storage has no accounts")
        try require(try await storage.damagedAccounts().isEmpty, "a new storage has no damaged accounts")
        try require(try await storage.record(id) == nil, "an account that was never saved is nil")
        try require(try await storage.stamp(of: id) == nil, "an account that was never saved has no stamp")
        try await storage.remove(id)
    }

    func keepsEverything(_ storage: any AccountStorage) async throws {
        var given = try sample()
        let returned = try await storage.save(given).record
        given.generation = returned.generation
        try require(returned == given, "save returns the given record with the next generation")
        try require(try await storage.record(given.id) == given, "an account is read back as it was saved")
    }

    func keepsLargeAccounts(_ storage: any AccountStorage) async throws {
        let saved = try await storage.save(sample(claim: String(repeating: "é", count: 200_000))).record
        try require(try await storage.record(saved.id) == saved, "an account of 400 kB is read back as it was saved")
    }

    func countsGenerations(_ storage: any AccountStorage) async throws {
        var record = try await storage.save(sample()).record
        try require(record.generation > 0, "an account that was saved has a generation")
        for number in 2...4 {
            let next = record.nextGeneration().generation
            record = try await storage.save(record).record
            try require(record.generation == next, "save number \(number) returns the next generation")
            let kept = try await storage.record(record.id)?.generation
            try require(kept == next, "the generation of save number \(number) is read back")
        }
    }

    func refusesStaleRecords(_ storage: any AccountStorage) async throws {
        let first = try await storage.save(sample()).record
        let second = try await storage.save(first.renewed("second")).record
        try await requireConflict("a record of an earlier generation is rejected", saving: first, in: storage)
        try require(try await storage.record(first.id) == second, "a rejected save changes nothing")
    }

    func refusesNewOverKept(_ storage: any AccountStorage) async throws {
        let kept = try await storage.save(sample()).record
        try await requireConflict(
            "a new record is rejected for an existing account", saving: sample(refreshToken: "other"), in: storage)
        try require(try await storage.record(kept.id) == kept, "a rejected save changes nothing")
    }

    func refusesRemovedRecords(_ storage: any AccountStorage) async throws {
        let kept = try await storage.save(sample()).record
        try await storage.remove(kept.id)
        try await requireConflict("a record that was removed meanwhile is rejected", saving: kept, in: storage)
        try require(try await storage.record(kept.id) == nil, "a rejected save restores nothing")
        let again = try await storage.save(sample()).record
        try await requireConflict(
            "an old record is rejected after the account was removed and added again", saving: kept, in: storage)
        try require(try await storage.record(again.id) == again, "a rejected save changes nothing")
    }

    func admitsOneOfMany(_ storage: any AccountStorage) async throws {
        let first = try await storage.save(sample()).record
        let winners = try await withThrowingTaskGroup(of: AccountRecord?.self) { group in
            for number in 0..<16 {
                group.addTask {
                    do {
                        return try await storage.save(first.renewed("\(number)")).record
                    } catch let error as AccountStorageError where error.code == .conflict {
                        return nil
                    }
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }.compactMap { $0 }
        }
        try require(winners.count == 1, "exactly one of many concurrent saves of a generation succeeds")
        try require(try await storage.record(first.id) == winners.first, "the successful save is stored")
    }

    func forgets(_ storage: any AccountStorage) async throws {
        let (ann, ben) = (try await storage.save(sample()).record, try await storage.save(sample("ben")).record)
        try await storage.remove(ann.id)
        try await storage.remove(ann.id)
        try require(try await storage.record(ann.id) == nil, "a removed account is gone")
        try require(try await storage.stamp(of: ann.id) == nil, "a removed account has no stamp")
        try require(try await storage.records() == [ben], "a removed account is not listed, and the others are")
        try require(try await storage.record(ben.id) == ben, "the other account is unchanged")
    }

    func listsEachOnce(_ storage: any AccountStorage) async throws {
        var saved: Set<AccountRecord> = []
        for person in ["ann", "Ann", "ben", "../ann", "安", ""] {
            saved.insert(try await storage.save(sample(person)).record)
        }
        let listed = try await storage.records()
        try require(listed.count == saved.count, "every account is listed once")
        try require(Set(listed) == saved, "every account is listed as it was saved")
    }

    func stampsEachSave(_ storage: any AccountStorage) async throws {
        var record = try sample()
        var stamps: Set<AccountStamp> = []
        for round in 1...5 {
            let saved = try await storage.save(record)
            record = saved.record
            for _ in 0..<2 {
                let stamp = try await storage.stamp(of: record.id)
                try require(stamp == saved.stamp, "a stamp is unchanged between saves")
            }
            stamps.insert(saved.stamp)
            try require(stamps.count == round, "a stamp changes with each save")
        }
        try await storage.remove(record.id)
        let stamp = try await storage.save(sample()).stamp
        try require(!stamps.contains(stamp), "an account that was removed and saved again has a new stamp")
    }
}
