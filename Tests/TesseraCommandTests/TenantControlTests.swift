// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// `tessera tenant token`, `clock`, `keys` and `fault` against a demo that runs.
@Suite struct TenantControlTests {
    private struct Clock: Decodable, Equatable {
        let now: String
        let frozen: Bool
    }

    private static let token = [
        "tenant", "token", "--person", "ana.silva@aldervale.example", "--api", "api://tasks", "--scope",
        "Tasks.ReadWrite",
    ]

    @Test func `a running tenant gives tokens, and moves its clock, keys and failures`() async throws {
        try await RunningDemo.run { demo in
            let good = try await demo.command.run(Self.token)
            #expect(good.status == 0 && good.output.split(separator: ".").count == 3, "\(good.error)")
            let address = ["--tenant", demo.report.tenant]
            let unsigned = try await demo.command.run(Self.token + ["--broken", "algNone"] + address)
            #expect(unsigned.status == 0 && unsigned.output.hasSuffix(".\n"))
            #expect(try await demo.command.run(Self.token + ["--broken", "nothing"]).status == 64)
            let nobody = try await demo.command.run("tenant", "token", "--person", "nobody")
            #expect(nobody.status == 1 && nobody.error.contains("There is no person 'nobody' here"))

            let set = ["tenant", "clock", "--json", "--freeze", "--set", "2026-01-01T00:00:00Z"]
            let frozen = Clock(now: "2026-01-01T00:00:00Z", frozen: true)
            #expect(try await demo.command.run(set).json() == frozen)
            let advanced = Clock(now: "2026-01-01T01:00:00Z", frozen: true)
            #expect(try await demo.command.run("tenant", "clock", "--json", "--advance", "3600").json() == advanced)
            #expect(try await demo.command.run("tenant", "clock").output == "2026-01-01T01:00:00Z, stopped\n")

            #expect(try await demo.command.run("tenant", "keys").output.split(separator: "\n").count == 1)
            let rotated = try await demo.command.run("tenant", "keys", "--rotate")
            #expect(rotated.output.split(separator: "\n").map { $0.hasSuffix("signing") } == [true, false])

            #expect(try await demo.command.run("tenant", "fault").output == "")
            let added = try await demo.command.run(
                "tenant", "fault", "wrongNonce", "--endpoint", "token", "--next", "1")
            #expect(added.output == "1  wrongNonce at token  0 so far\n", "\(added.error)")
            let unknown = try await demo.command.run("tenant", "fault", "AADSTS1", "--clear")
            #expect(unknown.status == 1 && unknown.error.contains("This tenant has no error 'AADSTS1'"))
            #expect(try await demo.command.run("tenant", "fault").output == added.output)
            let named = try await demo.command.run("tenant", "fault", "aadsts50196", "--clear")
            #expect(named.output == "2  AADSTS50196  0 so far\n", "\(named.error)")
            #expect(try await demo.command.run("tenant", "fault", "--clear").output == "")
        }
    }

    @Test func `a demo with a key asks for it, and the key goes over plain http to this machine alone`() async throws {
        let key = ["TESSERA_ADMINISTRATION_KEY": "key-1"]
        try await RunningDemo.run(adding: key) { demo in
            let without = try await demo.command.run("tenant", "keys")
            #expect(without.status == 1 && without.error.contains("Send the key that the tenant was started with"))
            #expect(try await demo.command.run(["tenant", "keys"], adding: key).status == 0)
            for command in [["clock"], ["keys"], ["fault"], ["token", "--person", "ana.silva@aldervale.example"]] {
                let elsewhere = ["--tenant", "http://tenant.invalid:4400"]
                let refused = try await demo.command.run(["tenant"] + command + elsewhere, adding: key)
                #expect(refused.status == 78 && !refused.error.contains("key-1"))
                #expect(refused.error.contains("is not sent to http://tenant.invalid:4400"), "\(refused.error)")
                #expect(refused.error.contains("hint: use the tenant's https URL"))
            }
            let tenant = ["--tenant", demo.report.tenant.replacing("127.0.0.1", with: "localhost")]
            #expect(try await demo.command.run(["tenant", "keys"] + tenant, adding: key).status == 0)
        }
    }

    @Test func `a tenant that does not answer is an error, and so is an address that is none`() async throws {
        let command = BuiltCommand(home: .temporaryDirectory.appending(path: "tessera-\(UUID().uuidString)"))
        try FileManager.default.createDirectory(at: command.home, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: command.home) }
        let outcome = try await command.run("tenant", "clock", "--tenant", "http://127.0.0.1:9")
        #expect(outcome.status == 69)
        #expect(try await command.run("tenant", "clock", "--tenant", "nonsense").status == 78)
    }

    @Test(arguments: ["2026-02-30T00:00:00Z", "2026-01-01T24:00:01Z", "2026-01-01T00:00:00Zulu", "2026-01-01"])
    func `the clock is not set to a time that does not exist`(_ time: String) async throws {
        let outcome = try await BuiltCommand(home: .temporaryDirectory).run(
            "tenant", "clock", "--set", time, "--tenant", "http://127.0.0.1:9")
        #expect(outcome.status == 64 && outcome.error.contains("The time is invalid"), "\(outcome.error)")
    }
}
