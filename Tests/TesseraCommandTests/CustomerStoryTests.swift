// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// The story of the B2C sample, over sockets and with its settings file: two customers and their tasks.
@Suite struct CustomerStoryTests {
    private struct Item: Decodable {
        let id: String
        let text: String
        let completed: Bool
    }
    private struct Account: Decodable {
        let name: String?
        let registration: String
    }

    private static let maria = RunningDemo.Visitor(
        username: "maria.lopez@example.com", password: "Blue-Lantern-42", name: "Maria Lopez", press: ["sign-up"])
    private static let joe = RunningDemo.Visitor(
        username: "joe.bloggs@example.net", password: "Green-Lantern-43", name: "Joe Bloggs", press: ["sign-up"])

    private func tasks(_ command: BuiltCommand) async throws -> [String] {
        let items: [Item] = try await command.run("tasks", "list", "--json").json()
        return items.map { ($0.completed ? "✓ " : "") + $0.text }
    }

    private func forCustomers(_ demo: RunningDemo) -> BuiltCommand {
        var command = demo.command
        command.environment["TESSERA_SETTINGS"] = "demo-b2c"
        return command
    }

    private func expectSignedIn(_ visitor: RunningDemo.Visitor, at demo: RunningDemo) async throws {
        let outcome = try await demo.signIn(visitor, settings: "demo-b2c")
        try #require(outcome.status == 0, "\(outcome.error)")
        let account: Account = try outcome.json()
        #expect(account.name == visitor.name)
        #expect(account.registration == "B2C_Account")
    }

    @Test func `two customers sign up, keep tasks, and neither sees the other's`() async throws {
        try await RunningDemo.run { demo in
            let command = forCustomers(demo)
            #expect(try await command.run("tasks", "list").status == 77)

            try await expectSignedIn(Self.maria, at: demo)
            #expect(try await tasks(command).isEmpty)
            for text in ["Buy milk", "Call the bank"] {
                #expect(try await command.run("tasks", "add", text).status == 0)
            }
            #expect(try await command.run("sign-out", "--local").status == 0)
            #expect(try await command.run("tasks", "list").status == 77)

            try await expectSignedIn(Self.joe, at: demo)
            #expect(try await tasks(command).isEmpty)
            #expect(try await command.run("tasks", "add", "Mow the lawn").status == 0)

            var returning = Self.maria
            returning.press = []
            try await expectSignedIn(returning, at: demo)
            #expect(try await tasks(command) == ["Buy milk", "Call the bank"])
            let items: [Item] = try await command.run("tasks", "list", "--json").json()
            #expect(try await command.run("tasks", "done", try #require(items.first?.id)).status == 0)
            #expect(try await tasks(command) == ["✓ Buy milk", "Call the bank"])
            #expect(try await command.run("tasks", "list", "--undone").output.contains("Buy milk") == false)
            let joes: [Item] = try await command.run(
                "tasks", "list", "--json", "--account", Self.joe.username
            ).json()
            #expect(joes.map(\.text) == ["Mow the lawn"])
        }
    }

    @Test func `a forgotten password leads through the new one and back, once`() async throws {
        try await RunningDemo.run { demo in
            try await expectSignedIn(Self.maria, at: demo)
            var forgetful = Self.maria
            (forgetful.password, forgetful.press, forgetful.pressesOnce) = ("Red-Lantern-44", ["forgot"], true)
            try await expectSignedIn(forgetful, at: demo)

            forgetful.pressesOnce = false
            let stubborn = try await demo.signIn(forgetful, settings: "demo-b2c")
            #expect(stubborn.status == 1)
            #expect(stubborn.error.contains("the password was forgotten"))
            #expect(stubborn.error.contains("hint: run `tessera sign-in --settings demo-b2c`"))
        }
    }

    @Test func `a customer's token is judged for the task list alone`() async throws {
        try await RunningDemo.run { demo in
            try await expectSignedIn(Self.maria, at: demo)
            let command = forCustomers(demo)
            let inspection = try await command.run("inspect")
            let report = inspection.output
            #expect(report.contains("The task API has no reason to reject it."), "\(inspection.error)")
            #expect(!report.contains("Microsoft Graph"))
            let people = try await command.run("people", "find", "Ana")
            #expect(people.status == 78)
            #expect(people.error.contains("no people search"))
        }
    }

    @Test func `two programs with one group in their settings share a sign-in, and others do not`() async throws {
        try await RunningDemo.run { demo in
            try await expectSignedIn(Self.maria, at: demo)
            let file = demo.report.settings.b2c
            let same = try demo.settings("same.plist", from: file, replacing: [:])
            let other = try demo.settings(
                "other.plist", from: file, replacing: ["com.microsoft.azureactivedirectory.samples": "com.example"])
            let shared: [Account] = try await demo.command.run("accounts", "--json", "--settings", same).json()
            #expect(shared.map(\.name) == ["Maria Lopez"])
            let apart: [Account] = try await demo.command.run("accounts", "--json", "--settings", other).json()
            #expect(apart.isEmpty)
        }
    }
}
