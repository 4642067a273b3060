// SPDX-License-Identifier: Apache-2.0
import SignIn

/// Checks with stored data that were damaged.
extension AccountStorageConformance {
    private func damaged() async throws -> (storage: any AccountStorage, lost: AccountRecord, other: AccountRecord) {
        guard let damage else { throw Broken(promise: "what is kept can be damaged") }
        let storage = try await open()
        let (lost, other) = (try await storage.save(sample()), try await storage.save(sample("ben")))
        try await damage(storage, lost.id)
        return (storage, lost, other)
    }

    func damageIsFoundOut() async throws {
        let (storage, lost, _) = try await damaged()
        do {
            let found = try await storage.record(lost.id)
            try require(found == nil, "what was damaged is no account")
        } catch let error as AccountStorageError {
            try require(error.code == .damaged, "an account that was damaged is `damaged`")
        }
        let damaged = try await storage.damagedAccounts()
        try require(damaged.count == 1, "a damaged account is told once")
        try require(damaged.first?.code == .damaged, "a damaged account is told as one")
    }

    func damageHarmsNoOther() async throws {
        let (storage, _, other) = try await damaged()
        try require(try await storage.records() == [other], "the other accounts are listed, and the damaged one is not")
        try require(try await storage.record(other.id) == other, "another account is read")
        try await storage.save(other.renewed("second"))
    }

    func damageIsReplaced() async throws {
        let (storage, lost, _) = try await damaged()
        let again = try await storage.save(sample(refreshToken: "again"))
        try require(try await storage.record(lost.id) == again, "a new sign-in replaces what was damaged")
        try require(try await storage.damagedAccounts().isEmpty, "what was replaced is no damage any more")
    }
}
