// SPDX-License-Identifier: Apache-2.0
import Foundation
import SignIn
import Testing

@Suite struct AccountsOnDiskTests {
    @Test func `an account is listed, however many ask at once`() async throws {
        try await AccountsOnDisk.with { disk in
            let before = try disk.kept()
            let outcomes = try await withThrowingTaskGroup(of: BuiltCommand.Outcome.self) { group in
                for _ in 0..<8 {
                    group.addTask { try await disk.command.run("accounts", "--json", "--settings", disk.settings) }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(outcomes.allSatisfy { $0.status == 0 && $0.error.isEmpty }, "\(outcomes.map(\.error))")
            #expect(Set(outcomes.map(\.output)).count == 1)
            #expect(outcomes.first?.output.contains(#""username":"ana@example.com""#) == true)
            #expect(try disk.kept() == before)
        }
    }

    @Test func `a damaged account is reported with a remedy`() async throws {
        try await AccountsOnDisk.with { disk in
            let name = try #require(
                try FileManager.default.contentsOfDirectory(atPath: disk.folder.path).first { $0.hasSuffix(".sealed") })
            try Data("x".utf8).write(to: disk.folder.appending(path: name))
            for _ in 0..<2 {
                let outcome = try await disk.command.run("accounts", "--settings", disk.settings)
                #expect(outcome.status == 0)
                #expect(outcome.error.contains("warning: an account is damaged, and was moved to "))
                #expect(outcome.error.contains(disk.folder.path))
                #expect(outcome.error.contains("No account is signed in."))
            }
        }
    }

    @Test func `a lost key is not replaced`() async throws {
        try await AccountsOnDisk.with { disk in
            try FileManager.default.removeItem(at: disk.folder.appending(path: "sealing-key"))
            let outcome = try await disk.command.run("accounts", "--settings", disk.settings)
            #expect(outcome.status == 1)
            #expect(outcome.error.contains("error: the accounts in "))
            #expect(outcome.error.contains("hint: "))
            #expect(try disk.kept() == ["*.sealed"])
        }
    }

    @Test func `uses the given key, and rejects a wrong one`() async throws {
        let key = String(repeating: "A", count: 43)
        try await AccountsOnDisk.with(key: SealingKey(key)) { disk in
            func run(_ key: String) async throws -> BuiltCommand.Outcome {
                try await disk.command.run(
                    ["accounts", "--json", "--settings", disk.settings], adding: ["TESSERA_ACCOUNT_KEY": key])
            }
            let wrong = try await run("short")
            #expect(wrong.status == 1)
            #expect(wrong.error.contains("TESSERA_ACCOUNT_KEY is not a key"))
            #expect(try disk.kept() == ["*.sealed"], "nothing is touched")
            let right = try await run(key)
            #expect(right.output.contains("ana@example.com"), "\(right.error)")
            #expect(try disk.kept() == ["*.sealed"])
            let other = try await run(String(repeating: "B", count: 42) + "A")
            #expect(other.output.trimmingCharacters(in: .whitespacesAndNewlines) == "[]")
            #expect(other.error.contains("is encrypted with another key"))
            #expect(try await run(key).output == right.output)
        }
    }
}
