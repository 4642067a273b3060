// SPDX-License-Identifier: Apache-2.0
import Fixtures
import Foundation
import SQLiteRecords
import SignInTesting
import Testing

/// A tenant that is killed at any moment restarts with every write that it confirmed.
@Suite(.timeLimit(.minutes(3))) struct KilledTenantTests {
    static let rounds = 20

    @Test func `every confirmed write is there after a kill`() async throws {
        let home = FileManager.default.temporaryDirectory.appending(path: "tessera-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: home) }
        let data = home.appending(path: "data").path
        var random = SplitMix64(seed: 4)
        var confirmed: [WriteRoom: Set<String>] = [:]
        try await withSystemTransport { transport in
            for round in 0..<Self.rounds {
                let tenant = try await TenantProcess(BuiltCommand(home: home), "--data", data)
                let administration = tenant.administration(over: transport)
                try await expect(confirmed, in: administration, "round \(round)")
                let count = Int.random(in: 1...6, using: &random)
                let delay = UInt64.random(in: 0...3_000_000, using: &random)
                let rooms = (0..<1000).map { _ in WriteRoom.allCases.randomElement(using: &random) ?? .people }
                await write(
                    to: administration, in: rooms, round: round, killing: tenant, after: count, plus: delay,
                    &confirmed)
                await tenant.wait()
            }
            let tenant = try await TenantProcess(BuiltCommand(home: home), "--data", data)
            try await expect(confirmed, in: tenant.administration(over: transport), "the end")
            tenant.kill()
            await tenant.wait()
        }
        #expect(confirmed.values.map(\.count).reduce(0, +) >= Self.rounds)
        #expect(Set(confirmed.keys) == Set(WriteRoom.allCases))
        let database = try DatabasePool(path: data + "/tenant.sqlite", durability: .process)
        #expect(try await database.read { try String.fetchAll($0, sql: "PRAGMA integrity_check") } == ["ok"])
    }

    private func expect(
        _ confirmed: [WriteRoom: Set<String>], in administration: TenantAdministration, _ moment: String
    ) async throws {
        for (room, names) in confirmed {
            #expect(try await room.isKept(names, in: administration), "\(moment): \(room)")
        }
    }

    /// Writes until the tenant is gone, some nanoseconds after a number of writes; notes those that were confirmed.
    private func write(
        to administration: TenantAdministration, in rooms: [WriteRoom], round: Int, killing tenant: TenantProcess,
        after count: Int, plus delay: UInt64, _ confirmed: inout [WriteRoom: Set<String>]
    ) async {
        for (number, room) in rooms.enumerated() {
            if number == count {
                let deadline = DispatchTime.now() + .nanoseconds(Int(delay))
                DispatchQueue.global().asyncAfter(deadline: deadline) { tenant.kill() }
            }
            do {
                confirmed[room, default: []].insert(try await room.write("p\(round)-\(number)", to: administration))
            } catch {
                return
            }
        }
    }
}
