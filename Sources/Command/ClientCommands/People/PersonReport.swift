// SPDX-License-Identifier: Apache-2.0
import MicrosoftGraph
import MicrosoftIdentity
import PortableFoundation
import QuickStart
import SignIn

struct PersonReport: Encodable, Sendable {
    private let person: Person
    private let manager: Person?
    private let directReports: [Person]?
    let complaints: [String]

    init?(_ state: PersonState, withPhoto: Bool) {
        guard let person = state.profile.content else { return nil }
        self.person = person
        manager = state.manager.content
        directReports = state.directReports == .empty ? [] : state.directReports.content
        complaints = [
            ("manager", state.manager.failure), ("direct reports", state.directReports.failure),
            ("photo", withPhoto ? state.photo.failure : nil),
        ].compactMap { part, failure in
            failure.map { "the \(part) cannot be shown: \(ErrorText($0)?.message ?? Texts.english.sentence(of: $0))" }
        }
    }

    private enum CodingKeys: CodingKey { case manager, directReports }

    func encode(to encoder: any Encoder) throws {
        try person.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(manager, forKey: .manager)
        try container.encodeIfPresent(directReports, forKey: .directReports)
    }

    var lines: [String] {
        let fields: [(String, String?)] = [
            ("Name", person.displayName), ("User name", person.userPrincipalName), ("Mail", person.mail),
            ("Job", person.jobTitle), ("Department", person.department), ("Office", person.officeLocation),
            ("Business phone", person.businessPhones?.joined(separator: ", ")),
            ("Mobile phone", person.mobilePhone), ("Language", person.preferredLanguage),
            ("Manager", manager.map(Self.label)),
        ]
        let known = fields.compactMap { label, value in value.flatMap { $0.isEmpty ? nil : (label, $0) } }
        let reports = (directReports ?? []).enumerated().map { index, report in
            (index == 0 ? "Reports" : "", Self.label(report))
        }
        return (known + reports + [("Id", person.id)]).map { label, value in
            label + String(repeating: " ", count: 16 - label.count) + value
        }
    }

    private static func label(_ person: Person) -> String {
        let username = person.userPrincipalName ?? person.id
        return person.displayName.map { "\($0) <\(username)>" } ?? username
    }
}

enum PersonName {
    /// The id or user name under which Graph finds the person; `typed` is `me`, one of these, or the start of a name.
    ///
    /// - Throws: ``CommandError`` if the name fits no person, more than 50, or several without a terminal to choose.
    static func resolve(_ typed: String, for account: Account, among people: GraphClient) async throws -> String {
        if typed.lowercased() == "me" { return account.identity.objectID ?? account.identity.username ?? typed }
        // Only user names contain this sign.
        if typed.contains("@") || UUID(uuidString: typed) != nil { return typed }
        // Graph does not sort the people that it finds: one with exactly this name may come last.
        let found = try await people.people(matching: typed, pageSize: mostSearched).all(limit: mostSearched + 1)
        let candidates = candidates(found, for: typed)
        let isComplete = found.count <= mostSearched
        guard !isComplete || candidates.count != 1 else { return candidates[0].id }
        guard !candidates.isEmpty else {
            throw CommandError(
                "no name begins with '\(typed)'",
                hint: "try a shorter start of the name: \(tessera: "people find TEXT")")
        }
        guard isComplete, candidates.count <= mostChoices, Terminal.isInteractive else {
            throw ambiguous(typed, candidates)
        }
        return candidates[try await Picker("Which person?", Table(candidates)).choose()].id
    }

    static func candidates(_ found: [Person], for typed: String) -> [Person] {
        let exact = found.filter { $0.displayName?.lowercased() == typed.lowercased() }
        return exact.isEmpty ? found : exact
    }

    static func ambiguous(_ typed: String, _ candidates: [Person]) -> CommandError {
        let names = candidates.prefix(listed).map { Terminal.singleLine($0.userPrincipalName ?? $0.id) }
        let rest = candidates.count > listed ? " and others" : ""
        return CommandError(
            "several names begin with '\(typed)': \(names.joined(separator: ", "))\(rest)",
            // The name comes from Graph: it must stay one word of the shell, and not become an option.
            hint: "use a user name: \(tessera: "people show \(names.first.map(Self.argument) ?? "NAME")")")
    }

    private static func argument(_ name: String) -> String { (name.hasPrefix("-") ? "-- " : "") + name.shellWord }

    private static let mostChoices = 50
    /// The largest page that Graph sends.
    private static let mostSearched = 999
    private static let listed = 10
}
