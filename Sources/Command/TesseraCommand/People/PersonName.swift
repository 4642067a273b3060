// SPDX-License-Identifier: Apache-2.0
import Foundation
import MicrosoftGraph
import MicrosoftIdentity
import SignIn

/// Whom somebody means who types a name at the terminal.
enum PersonName {
    /// What Graph finds the person by.
    ///
    /// - Parameters:
    ///   - typed: `me`, a user name or an id, or the beginning of any name.
    ///   - account: Whose question it is.
    ///   - people: Who is asked where the name may be anybody's.
    /// - Returns: An id or a user name.
    /// - Throws: ``CommandError`` if nobody has the name, or several people have and nobody is there to choose.
    static func resolve(_ typed: String, for account: Account, among people: GraphClient) async throws -> String {
        if typed.lowercased() == "me" { return account.identity.objectID ?? account.identity.username ?? typed }
        // User names have a sign that no other name has.
        if typed.contains("@") || UUID(uuidString: typed) != nil { return typed }
        let found = try await people.people(matching: typed).all(limit: mostChoices + 1)
        let candidates = candidates(found, for: typed)
        guard candidates.count != 1 else { return candidates[0].id }
        guard !candidates.isEmpty else {
            throw CommandError(
                "nobody's name begins with '\(typed)'", hint: "try less of the name: `tessera people find TEXT`")
        }
        guard candidates.count <= mostChoices, Terminal.isInteractive else { throw ambiguous(typed, candidates) }
        let table = PeopleTable(candidates)
        return candidates[try await Picker("Who?", heading: table.heading, rows: table.rows).choose()].id
    }

    /// Those who bear exactly this name, if there are any; else all whose name begins so.
    static func candidates(_ found: [Person], for typed: String) -> [Person] {
        let exact = found.filter { $0.displayName?.lowercased() == typed.lowercased() }
        return exact.isEmpty ? found : exact
    }

    static func ambiguous(_ typed: String, _ candidates: [Person]) -> CommandError {
        let names = candidates.prefix(listed).map { Terminal.singleLine($0.userPrincipalName ?? $0.id) }
        let rest = candidates.count > listed ? " and others" : ""
        return CommandError(
            "several people's names begin with '\(typed)': \(names.joined(separator: ", "))\(rest)",
            // The name comes from Graph: the shell takes it as one word, and the command as a name.
            hint: "use a user name: `tessera people show \(names.first.map(Self.argument) ?? "NAME")`")
    }

    private static func argument(_ name: String) -> String {
        (name.hasPrefix("-") ? "-- " : "") + Demo.shellWord(name)
    }

    private static let mostChoices = 50
    private static let listed = 10
}
