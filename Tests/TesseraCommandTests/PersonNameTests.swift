// SPDX-License-Identifier: Apache-2.0
import Fixtures
import Foundation
import MicrosoftGraph
import Testing

@testable import ClientCommands
@testable import CommandTerminal
@testable import SignIn

@Suite struct PersonNameTests {
    @Test(arguments: [
        ("ana.silva", "ana.silva@a.example"), ("$(reboot)", "'$(reboot)@a.example'"), ("a b", "'a b@a.example'"),
        ("a;`ls`", "'a;`ls`@a.example'"), ("o'neill", #"'o'\''neill@a.example'"#), ("-rf", "-- -rf@a.example"),
        ("a\nhint: b", "'a hint: b@a.example'"),
    ])
    func `a name in a command to copy is one word to the shell`(_ id: String, _ word: String) throws {
        let error = PersonName.ambiguous("A", [try Self.person(id, "Ana"), try Self.person("2", "Ana")])
        #expect(error.hint.description == "use a user name: `tessera people show \(word)`")
        #expect(!error.message.contains("\n"))
    }

    private static func person(_ id: String, _ name: String) throws -> Person {
        try JSONDecoder().decode(
            Person.self,
            from: JSONEncoder().encode(["id": id, "displayName": name, "userPrincipalName": "\(id)@a.example"]))
    }

    @Test func `people with exactly the name come before those with longer names`() throws {
        let people = try [Self.person("1", "Ana"), Self.person("2", "Anaïs"), Self.person("3", "ana")]
        #expect(PersonName.candidates(people, for: "ANA").map(\.id) == ["1", "3"])
        #expect(PersonName.candidates(people, for: "An").map(\.id) == ["1", "2", "3"])
    }

    /// Finds one person among those whom Graph sends: `count` longer names, and then these.
    private static func resolved(_ count: Int, then names: [String]) async throws -> String {
        let people = (1...count).map { "Ana \($0)" } + names
        let page = try people.enumerated().map { try Self.person(String($0.offset + 1), $0.element) }
        let body = String(decoding: try JSONEncoder().encode(["value": page]), as: UTF8.self)
        let account = Account(
            id: Account.ID(rawValue: "a"), registration: "r",
            identity: Identity(issuer: "https://id.example", subject: "s", claims: Claims([:])),
            signedInAt: Date(timeIntervalSince1970: 0), needsSignIn: false, grantedScopes: [],
            grantedAuthorizationDetails: nil, userData: nil)
        let graph = GraphClient(
            endpoint: URL(constant: "https://graph.example/v1.0"),
            over: ScriptedTransport([(200, body)], at: "GET https://graph.example/v1.0/users?"))
        return try await PersonName.resolve("Ana", for: account, among: graph)
    }

    @Test func `exactly the name is found behind many longer ones`() async throws {
        #expect(try await Self.resolved(60, then: ["Ana"]) == "61")
    }

    @Test(arguments: [(60, []), (999, ["Ana"])])
    func `a name that may mean too many people is an error`(_ count: Int, _ names: [String]) async throws {
        let error = await #expect(throws: CommandError.self) { try await Self.resolved(count, then: names) }
        #expect(error?.message.hasPrefix("several names begin with 'Ana'") == true)
    }

    @Test func `an ambiguous name lists user names, and not without end`() throws {
        let people = try (1...12).map { try Self.person(String($0), "Ana") }
        let error = PersonName.ambiguous("Ana", people)
        #expect(error.message.hasSuffix("10@a.example and others"))
        #expect(error.hint.description.hasSuffix("show 1@a.example`"))
        #expect(PersonName.ambiguous("Ana", Array(people.prefix(2))).message.hasSuffix("1@a.example, 2@a.example"))
    }
}
