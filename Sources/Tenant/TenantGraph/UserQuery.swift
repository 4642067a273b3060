// SPDX-License-Identifier: Apache-2.0
import OAuth
import TenantDirectory

/// The query options of a request for people.
struct UserQuery: Sendable {
    /// What `$filter` and `$search` ask together.
    let filter: UserFilter?
    let order: UserOrder?
    let options: ListOptions
    /// What `$expand` asks for.
    let expansion: UserExpansion?
    /// Whether the number of all is told; without the header the wish is ignored, as Graph does it.
    let counts: Bool

    private static let listing = ListOptions.Listing(
        options: ["$filter", "$search", "$select", "$top", "$orderby", "$count", "$skiptoken", "$expand"],
        properties: UserProperties.all, type: "microsoft.graph.user", tokenPrefix: "people-from-")

    /// Reads query options.
    ///
    /// - Parameters:
    ///   - parameters: The options, and whatever else the query holds.
    ///   - isEventual: Whether `ConsistencyLevel: eventual` was sent.
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

    /// Everybody whom the query means, in its order.
    func apply(to people: [DirectoryPerson]) -> [DirectoryPerson] {
        let found = people.filter { filter?.matches($0) ?? true }
        return order?.sorted(found) ?? found
    }

    /// The properties that decide who is found, and where.
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
