// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
import PortableFoundation

/// The query options of a Graph request.
///
/// OData URL Conventions 4.01 §5.1
///
/// ```swift
/// let query = GraphQuery(
///     select: ["id", "displayName"], filter: "department eq \(department)", orderBy: ["displayName"],
///     counts: true)
/// var pages = graph.pages("/users", query, of: Person.self).makeAsyncIterator()
/// let first = try await pages.next() ?? []
/// await show("\(first.count) of \(pages.count ?? 0) people")
/// ```
public struct GraphQuery: Sendable, Hashable {
    /// The properties to return, by their Graph names; empty for Graph's default.
    public var select: [String]
    /// The filter condition.
    public var filter: ODataExpression?
    /// The search terms.
    public var search: GraphSearch?
    /// The sort order, such as `displayName` or `displayName desc`.
    public var orderBy: [String]
    /// The relations to add to each object.
    public var expand: [GraphExpansion]
    /// The page size, 1 to 999; `nil` for Graph's default.
    public var top: Int?
    /// Whether the first response includes the total count.
    ///
    /// Graph then also allows advanced conditions such as `ne`, `not`, and `endsWith`.
    public var counts: Bool

    /// Creates query options.
    public init(
        select: [String] = [], filter: ODataExpression? = nil, search: GraphSearch? = nil, orderBy: [String] = [],
        expand: [GraphExpansion] = [], top: Int? = nil, counts: Bool = false
    ) {
        (self.select, self.filter, self.search) = (select, filter, search)
        (self.orderBy, self.expand, self.top, self.counts) = (orderBy, expand, top, counts)
    }

    var encoded: String? {
        var options: [(name: String, value: String)] = []
        if let filter { options.append(("$filter", filter.description)) }
        if let search { options.append(("$search", search.description)) }
        if !orderBy.isEmpty { options.append(("$orderby", orderBy.joined(separator: ","))) }
        if !select.isEmpty { options.append(("$select", select.joined(separator: ","))) }
        if !expand.isEmpty { options.append(("$expand", expand.map(\.description).joined(separator: ","))) }
        if let top { options.append(("$top", String(top))) }
        if counts { options.append(("$count", "true")) }
        guard !options.isEmpty else { return nil }
        var components = URLComponents()
        components.queryItems = options.map { URLQueryItem(name: $0.name, value: $0.value) }
        // The server would decode a plus sign as a space.
        return components.percentEncodedQuery?.replacing("+", with: "%2B")
    }

    /// Also needed on the requests for further pages.
    var fields: HTTPFields {
        counts || search != nil ? [HTTPField.Name(token: "ConsistencyLevel"): "eventual"] : [:]
    }
}

/// A `$search` value that matches text in at least one of several properties.
///
/// Graph matches whole words and their beginnings. Results are eventually consistent: a recent change might be missing.
///
/// ```swift
/// let search = GraphSearch("weiß", in: ["displayName", "mail"])
/// let query = GraphQuery(search: search)
/// let people = graph.pages("/users", query, of: Person.self)
/// ```
public struct GraphSearch: Sendable, Hashable, CustomStringConvertible {
    /// The terms, each in double quotes, before percent-encoding.
    public let description: String

    /// Creates a search for literal text in properties by their Graph names; Graph rejects an empty text.
    public init(_ text: String, in properties: [String]) {
        description = properties.map { "\($0):\(text)".quoted(by: "\"", escape: "\\") }.joined(separator: " OR ")
    }
}

/// A relation that `$expand` adds to each object.
///
/// For people, Graph expands one relation at a time, with at most 20 related objects.
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
    public init(_ relation: String, select: [String] = []) { (self.relation, self.select) = (relation, select) }

    /// The manager, with the properties of ``Person``.
    public static let manager = GraphExpansion("manager", select: Person.properties)
    /// The direct reports, at most 20, with the properties of ``Person``.
    public static let directReports = GraphExpansion("directReports", select: Person.properties)

    /// The expansion in query syntax, before percent-encoding.
    public var description: String {
        select.isEmpty ? relation : "\(relation)($select=\(select.joined(separator: ",")))"
    }
}
