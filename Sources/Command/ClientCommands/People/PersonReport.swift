// SPDX-License-Identifier: Apache-2.0
import MicrosoftGraph
import QuickStart

/// One person for the terminal: the profile, and the other parts that loaded.
struct PersonReport: Encodable, Sendable {
    private let person: Person
    private let manager: Person?
    private let directReports: [Person]?
    /// One sentence for each part that failed to load.
    let complaints: [String]

    /// Creates a report; `nil` without the profile.
    init?(_ state: PersonState, withPhoto: Bool) {
        guard let person = state.profile.content else { return nil }
        self.person = person
        manager = state.manager.content
        directReports = state.directReports == .empty ? [] : state.directReports.content
        complaints = [
            ("manager", state.manager.failure), ("direct reports", state.directReports.failure),
            ("photo", withPhoto ? state.photo.failure : nil),
        ].compactMap { part, failure in
            failure.map { "the \(part) cannot be shown: \(ErrorText($0)?.message ?? $0.sentence)" }
        }
    }

    private enum CodingKeys: CodingKey { case manager, directReports }

    /// Writes the profile's members, with manager and reports beside them; leaves out parts that failed to load.
    func encode(to encoder: any Encoder) throws {
        try person.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(manager, forKey: .manager)
        try container.encodeIfPresent(directReports, forKey: .directReports)
    }

    /// The lines for the terminal.
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
