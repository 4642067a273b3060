// SPDX-License-Identifier: Apache-2.0
import Foundation
import GRDB
import SignIn
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
        var random = Dice(state: 4)
        var confirmed: Set<String> = []
        try await withSystemTransport { transport in
            for round in 0..<Self.rounds {
                let tenant = try await TenantProcess(BuiltCommand(home: home), "--data", data)
                let administration = tenant.administration(over: transport)
                #expect(try await names(administration).isSuperset(of: confirmed), "round \(round)")
                let count = Int.random(in: 1...6, using: &random)
                let delay = UInt64.random(in: 0...3_000_000, using: &random)
                confirmed.formUnion(
                    await writes(to: administration, inRound: round, killing: tenant, after: count, plus: delay))
                await tenant.wait()
            }
            let tenant = try await TenantProcess(BuiltCommand(home: home), "--data", data)
            #expect(try await names(tenant.administration(over: transport)).isSuperset(of: confirmed))
            tenant.kill()
            await tenant.wait()
        }
        #expect(confirmed.count >= Self.rounds)
        let database = try DatabaseQueue(path: data + "/tenant.sqlite")
        #expect(try await database.read { try String.fetchAll($0, sql: "PRAGMA integrity_check") } == ["ok"])
    }

    /// Adds people until the tenant is gone, some nanoseconds after a number of them; gives those confirmed.
    private func writes(
        to administration: TenantAdministration, inRound round: Int, killing tenant: TenantProcess, after count: Int,
        plus delay: UInt64
    ) async -> Set<String> {
        var confirmed: Set<String> = []
        for number in 0... {
            let name = "p\(round)-\(number)@aldervale.example"
            if number == count {
                let deadline = DispatchTime.now() + .nanoseconds(Int(delay))
                DispatchQueue.global().asyncAfter(deadline: deadline) { tenant.kill() }
            }
            do {
                let added = try await administration.addPerson(name, named: "P", in: "aldervale.example")
                confirmed.insert(added.username)
            } catch {
                break
            }
        }
        return confirmed
    }

    private func names(_ administration: TenantAdministration) async throws -> Set<String> {
        struct Person: Decodable {
            let userPrincipalName: String
        }
        struct Page: Decodable {
            let value: [Person]
        }
        let path = "directories/aldervale.example/people?top=1000"
        let page = try JSONDecoder().decode(Page.self, from: try await administration.send("GET", path))
        return Set(page.value.map(\.userPrincipalName))
    }

    /// SplitMix64: the same state gives the same numbers.
    private struct Dice: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var value = state
            value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
            value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
            return value ^ (value >> 31)
        }
    }
}
