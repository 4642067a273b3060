// SPDX-License-Identifier: Apache-2.0

/// A person with an expanded relation.
///
/// ```swift
/// let ana = try await graph.person("ana@contoso.com", expanding: .manager)
/// let name = ana.person.displayName ?? ana.person.id
/// await show("Manager of \(name): \(ana.manager?.displayName ?? "none")")
/// ```
public struct ExpandedPerson: Sendable, Hashable, Decodable {
    /// The person.
    public var person: Person
    /// The manager; `nil` if there is none, or if the request expanded another relation.
    public var manager: Person?
    /// The direct reports, at most 20; `nil` if the request expanded another relation.
    public var directReports: [Person]?

    private enum CodingKeys: CodingKey { case manager, directReports }

    /// Decodes a person together with the relations.
    public init(from decoder: any Decoder) throws {
        person = try Person(from: decoder)
        let container = try decoder.container(keyedBy: CodingKeys.self)
        manager = try container.decodeIfPresent(Person.self, forKey: .manager)
        directReports = try container.decodeIfPresent([Person].self, forKey: .directReports)
    }
}
