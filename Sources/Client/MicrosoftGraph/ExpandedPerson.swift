// SPDX-License-Identifier: Apache-2.0

/// A person with the relation that a request expanded.
///
/// ```swift
/// let ana = try await graph.person("ana@contoso.com", expanding: .manager)
/// let name = ana.person.displayName ?? ana.person.id
/// await show("Manager of \(name): \(ana.manager?.displayName ?? "none")")
/// ```
public struct ExpandedPerson: Sendable, Hashable, Decodable {
    /// The person.
    public var person: Person
    /// The manager; `nil` without one, or if the request expanded another relation.
    public var manager: Person?
    /// The direct reports, 20 at most; `nil` if the request expanded another relation.
    public var directReports: [Person]?

    private enum CodingKeys: CodingKey { case manager, directReports }

    /// Reads the person's own properties beside the relations.
    public init(from decoder: any Decoder) throws {
        person = try Person(from: decoder)
        let container = try decoder.container(keyedBy: CodingKeys.self)
        manager = try container.decodeIfPresent(Person.self, forKey: .manager)
        directReports = try container.decodeIfPresent([Person].self, forKey: .directReports)
    }
}
