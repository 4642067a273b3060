// SPDX-License-Identifier: Apache-2.0

/// A relation that `$expand` adds to each object.
///
/// For people, Graph expands one relation at a time.
///
/// Graph returns at most 20 related objects.
///
/// ```swift
/// let manager = GraphExpansion("manager", select: ["id", "displayName"])
/// let query = GraphQuery(expand: [manager])
/// let people = graph.pages("/users", query, of: ExpandedPerson.self)
/// ```
public struct GraphExpansion: Sendable, Hashable, CustomStringConvertible {
    /// The relation's Graph name.
    public var relation: String
    /// The properties of each related object; empty for Graph's default.
    public var select: [String]

    /// Creates an expansion.
    public init(_ relation: String, select: [String] = []) {
        (self.relation, self.select) = (relation, select)
    }

    /// The manager, with the properties of ``Person``.
    public static let manager = GraphExpansion("manager", select: Person.properties)
    /// The direct reports, at most 20, with the properties of ``Person``.
    public static let directReports = GraphExpansion("directReports", select: Person.properties)

    /// The expansion in query syntax, before percent-encoding.
    public var description: String {
        select.isEmpty ? relation : "\(relation)($select=\(select.joined(separator: ",")))"
    }
}
