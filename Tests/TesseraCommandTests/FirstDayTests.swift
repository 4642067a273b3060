// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// All of Tessera over real sockets, as on a user's first day.
@Suite struct FirstDayTests {
    private struct Person: Decodable {
        let displayName: String?
        let userPrincipalName: String?
        let mobilePhone: String?
    }
    private struct Item: Decodable {
        let id: String
        let text: String
    }
    private struct Account: Decodable {
        let username: String?
        let current: Bool
    }

    @Test func `a person signs in, finds people, keeps tasks, and nobody else sees them`() async throws {
        try await RunningDemo.run { demo in
            let command = demo.command
            let before = try await command.run("people", "find", "Ana")
            #expect(before.status == 77)
            #expect(before.error == "error: no account is signed in\nhint: tessera sign-in\n")

            let signedIn = try await demo.signIn("ana.silva@aldervale.example")
            #expect(signedIn.status == 0, "\(signedIn.error)")
            let accounts: [Account] = try await command.run("accounts", "--json").json()
            #expect(accounts.map(\.username) == ["ana.silva@aldervale.example"])

            try await findPeople(command)
            try await keepTasks(command)

            let second = try await demo.signIn("conor.obrien@aldervale.example")
            #expect(second.status == 0, "\(second.error)")
            let others: [Item] = try await command.run("tasks", "list", "--json").json()
            #expect(others.isEmpty)
            let own: [Item] = try await command.run(
                "tasks", "list", "--json", "--account", "ana.silva@aldervale.example"
            ).json()
            #expect(own.map(\.text) == ["Send the minutes"])

            #expect(try await command.run("sign-out", "conor.obrien@aldervale.example").status == 0)
            #expect(
                try await command.run("sign-out").output
                    == "Signed out Ana Silva <ana.silva@aldervale.example>.\n")
            #expect(try await command.run("tasks", "list").status == 77)
        }
    }

    private func findPeople(_ command: BuiltCommand) async throws {
        let found: [Person] = try await command.run("people", "find", "Ana", "--json").json()
        #expect(found.filter { $0.displayName == "Ana Silva" }.count == 2)
        let apostrophe: [Person] = try await command.run("people", "find", "D'Arcy", "--json").json()
        #expect(apostrophe.count == 1)
        let none: [Person] = try await command.run(
            "people", "find", "x') or startswith(givenName,'A", "--json"
        ).json()
        #expect(none.isEmpty)
        let shown: Person = try await command.run(
            "people", "show", "conor.obrien@aldervale.example", "--json"
        ).json()
        #expect(shown.displayName == "Conor O'Brien")
        #expect(shown.mobilePhone != nil)
        let nobody = try await command.run("people", "show", "nobody@aldervale.example")
        #expect(nobody.status == 1)
        #expect(nobody.error.contains("hint:"))
    }

    private func keepTasks(_ command: BuiltCommand) async throws {
        let first: Item = try await command.run("tasks", "add", "Send", "the", "minutes", "--json").json()
        let second: Item = try await command.run("tasks", "add", "Water the plants", "--json").json()
        let all: [Item] = try await command.run("tasks", "list", "--json").json()
        #expect(all.map(\.text) == ["Send the minutes", "Water the plants"])
        #expect(try await command.run("tasks", "remove", String(second.id.prefix(8))).status == 0)
        let left: [Item] = try await command.run("tasks", "list", "--json").json()
        #expect(left.map(\.id) == [first.id])
        let tooLong = try await command.run("tasks", "add", String(repeating: "x", count: 10_000))
        #expect(tooLong.status == 1)
        #expect(tooLong.error.contains("1000"))
    }
}
