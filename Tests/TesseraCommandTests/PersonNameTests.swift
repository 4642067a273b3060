// SPDX-License-Identifier: Apache-2.0
import Foundation
import MicrosoftGraph
import Testing

@testable import ClientCommands
@testable import TesseraCommand

@Suite struct PersonNameTests {
    @Test(arguments: [
        ("ana.silva", "ana.silva@a.example"), ("$(reboot)", "'$(reboot)@a.example'"), ("a b", "'a b@a.example'"),
        ("a;`ls`", "'a;`ls`@a.example'"), ("o'neill", #"'o'\''neill@a.example'"#), ("-rf", "-- -rf@a.example"),
        ("a\nhint: b", "'a hint: b@a.example'"),
    ])
    func `a name in a command to copy is one word to the shell`(_ id: String, _ word: String) throws {
        let error = PersonName.ambiguous("A", [try Self.person(id, "Ana"), try Self.person("2", "Ana")])
        #expect(error.hint == "use a user name: `tessera people show \(word)`")
        #expect(!error.message.contains("\n"))
    }

    private static func person(_ id: String, _ name: String) throws -> Person {
        try JSONDecoder().decode(
            Person.self,
            from: JSONEncoder().encode(["id": id, "displayName": name, "userPrincipalName": "\(id)@a.example"]))
    }

    @Test func `who bears exactly the name comes before those whose name is longer`() throws {
        let people = try [Self.person("1", "Ana"), Self.person("2", "Anaïs"), Self.person("3", "ana")]
        #expect(PersonName.candidates(people, for: "ANA").map(\.id) == ["1", "3"])
        #expect(PersonName.candidates(people, for: "An").map(\.id) == ["1", "2", "3"])
    }

    @Test func `an ambiguous name lists user names, and not without end`() throws {
        let people = try (1...12).map { try Self.person(String($0), "Ana") }
        let error = PersonName.ambiguous("Ana", people)
        #expect(error.message.hasSuffix("10@a.example and others"))
        #expect(error.hint.hasSuffix("show 1@a.example`"))
        #expect(PersonName.ambiguous("Ana", Array(people.prefix(2))).message.hasSuffix("1@a.example, 2@a.example"))
    }
}
