// SPDX-License-Identifier: Apache-2.0
import OAuth
import TenantDirectory

/// The query options of a request for people.
struct UserQuery: Sendable {
    /// The conditions of `$filter` and `$search` together.
    let filter: UserFilter?
    let order: UserOrder?
    let options: ListOptions
    /// The relation in `$expand`.
    let expansion: UserExpansion?
    /// Whether the response has the number of all people; without the header `$count` is ignored, as in Graph.
    let counts: Bool

    private static let listing = ListOptions.Listing(
        options: ["$filter", "$search", "$select", "$top", "$orderby", "$count", "$skiptoken", "$expand"],
        properties: UserProperties.all, type: "microsoft.graph.user", tokenPrefix: "people-from-")

    /// Reads query options.
    ///
    /// - Parameters:
    ///   - parameters: All parameters of the query.
    ///   - isEventual: Whether the request has the header `ConsistencyLevel: eventual`.
    ///   - countsBySegment: Whether the path ends in `$count`.
    /// - Throws: ``GraphFault`` (400).
    init(_ parameters: FormParameters, isEventual: Bool, countsBySegment: Bool = false) throws {
        var options = try ListOptions(parameters, of: Self.listing)
        let asksForCount = try parameters["$count"].map(Self.flag) ?? false
        let advanced = AdvancedQuery(isEventual: isEventual, counts: asksForCount || countsBySegment)
        counts = advanced.isGranted
        expansion = try parameters["$expand"].map { try UserExpansion($0, advanced) }
        options.expansion = expansion?.selection
        self.options = options
        let conditions = [
            try parameters["$filter"].map { try UserFilterParser.parse($0, advanced) },
            try parameters["$search"].map { try Self.search($0, isEventual: isEventual) },
        ].compactMap(\.self)
        filter = conditions.isEmpty ? nil : .all(conditions)
        order = try parameters["$orderby"].map(UserOrder.init)
        guard order == nil || parameters["$filter"] == nil || advanced.isGranted else {
            throw GraphFault.unsupported("Sorting not supported for current query.")
        }
    }

    /// The people who match the query, in its order.
    func apply(to people: [DirectoryPerson]) -> [DirectoryPerson] {
        let found = people.filter { filter?.matches($0) ?? true }
        return order?.sorted(found) ?? found
    }

    /// The properties in the filter and in the order.
    var decidingProperties: Set<String> { (filter?.properties ?? []).union(order?.properties ?? []) }
}

extension UserQuery {
    private static func search(_ text: String, isEventual: Bool) throws -> UserFilter {
        guard isEventual else {
            throw GraphFault.unsupported(
                "Request with $search query parameter only works through MSGraph with a special request header: "
                    + "'ConsistencyLevel: eventual'")
        }
        return try UserSearchParser.parse(text)
    }

    private static func flag(_ text: String) throws -> Bool {
        switch text {
        case "true": return true
        case "false": return false
        default:
            throw GraphFault.badRequest(
                "Invalid value '\(text)' for $count query option found. Valid values are 'true, false'.")
        }
    }
}
