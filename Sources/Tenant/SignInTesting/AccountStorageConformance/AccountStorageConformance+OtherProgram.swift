// SPDX-License-Identifier: Apache-2.0
import SignIn

/// Checks with two programs that share a storage.
extension AccountStorageConformance {
    private func programs() async throws -> (any AccountStorage, any AccountStorage) {
        guard let share else { throw Broken(promise: "another program can open the storage") }
        let one = try await open()
        return (one, try await share(one))
    }

    func anotherProgramReads() async throws {
        let (one, other) = try await programs()
        let first = try await one.save(sample())
        try require(try await other.record(first.id) == first, "another program reads the account")
        let second = try await other.save(first.renewed("second"))
        try require(try await one.record(first.id) == second, "this program reads what the other one saved")
        try require(try await one.records() == [second], "this program lists what the other one saved")
    }

    func anotherProgramConflicts() async throws {
        let (one, other) = try await programs()
        let first = try await one.save(sample())
        let second = try await other.save(first.renewed("second"))
        try await requireConflict("what another program saved is not overwritten", saving: first, in: one)
        try require(try await one.record(first.id) == second, "a refused save changes nothing")
    }

    func anotherProgramRemoves() async throws {
        let (one, other) = try await programs()
        let first = try await one.save(sample())
        try await other.remove(first.id)
        try require(try await one.record(first.id) == nil, "what another program removed is gone")
        try await requireConflict("what another program removed is not brought back", saving: first, in: one)
    }

    func anotherProgramIsNoticed() async throws {
        let (one, other) = try await programs()
        let first = try await one.save(sample())
        let stamp = try await one.stamp(of: first.id)
        try await other.save(first)
        try require(try await one.stamp(of: first.id) != stamp, "a save of another program changes the stamp")
        try await other.remove(first.id)
        try require(try await one.stamp(of: first.id) == nil, "a removal by another program leaves no stamp")
    }

    func anotherProgramWaits() async throws {
        let (one, other) = try await programs()
        try await requireAlone(in: [one, other], "one task of one program at a time is inside")
    }
}
