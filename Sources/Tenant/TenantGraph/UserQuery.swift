// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
import HTTPServing
import OAuthMessages
import PortableFoundation
import SQLiteRecords
import TenantDirectory

struct UserQuery: Sendable {
    let condition: PeopleCondition?
    let order: [PeopleOrder]
    let options: ListOptions
    let expansion: UserExpansion?
    /// Whether the response contains the number of all people; without the header, `$count` is ignored, as in Graph.
    let counts: Bool

    private static let listing = ListOptions.Listing(
        options: ["$filter", "$search", "$select", "$top", "$orderby", "$count", "$skiptoken", "$expand"],
        properties: UserResource.allProperties, type: "microsoft.graph.user", tokenPrefix: "people-from-")

    /// A path that ends in `$count` also counts.
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
        condition = conditions.count > 1 ? .all(conditions) : conditions.first
        order = try parameters["$orderby"].map(Self.order) ?? []
        guard parameters["$orderby"] == nil || parameters["$filter"] == nil || advanced.isGranted else {
            throw GraphFault.unsupported("Sorting not supported for current query.")
        }
    }

    var decidingProperties: Set<String> { (condition?.properties ?? []).union(order.map(\.key.rawValue)) }

    func people(
        of tenantID: String, in scope: PeopleQuery.Scope, within budget: QueryBudget? = nil
    ) -> PeopleQuery {
        PeopleQuery(tenantID, scope: scope, condition: condition, order: order, within: budget)
    }

    private static func search(_ text: String, isEventual: Bool) throws -> PeopleCondition {
        guard isEventual else {
            throw GraphFault.unsupported(
                "Request with $search query parameter only works through MSGraph with a special request header: "
                    + "'ConsistencyLevel: eventual'")
        }
        return try UserSearchParser.parse(text)
    }

    /// Graph sorts by two properties only. OData URL Conventions 4.01 §5.1.5
    private static func order(_ text: String) throws -> [PeopleOrder] {
        try text.split(separator: ",", omittingEmptySubsequences: false).reduce(into: []) { order, part in
            let words = part.split(separator: " ").map(String.init)
            guard (1...2).contains(words.count), words.count == 1 || ["asc", "desc"].contains(words[1]) else {
                throw GraphFault.badRequest("Invalid orderby clause: Syntax error in '\(text)'.")
            }
            guard UserResource.allProperties.contains(words[0]) else {
                throw GraphFault.badRequest("Invalid orderby clause: \(GraphFault.noProperty(words[0]))")
            }
            guard let key = PeopleOrder.Key(rawValue: words[0]) else {
                throw GraphFault.unsupported("Unsupported sort property '\(words[0])' for 'User'.")
            }
            // Only the first term with a key matters.
            if order.contains(where: { $0.key == key }) { return }
            order.append(PeopleOrder(key, isDescending: words.last == "desc"))
        }
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

/// Whether a request may use Graph's advanced queries, which need a header and `$count=true`.
struct AdvancedQuery: Sendable {
    /// The request has the header `ConsistencyLevel: eventual`.
    let isEventual: Bool
    let counts: Bool

    var isGranted: Bool { isEventual && counts }

    static func isEventual(_ fields: HTTPFields) -> Bool {
        fields.value(of: "ConsistencyLevel")?.lowercased() == "eventual"
    }

    func require(for operation: String) throws {
        guard !isGranted else { return }
        let reason =
            isEventual
            ? "the required parameters might be missing. Try adding $count=true query parameter and "
                + "ConsistencyLevel:eventual header."
            : "the 'ConsistencyLevel:eventual' header is missing."
        throw GraphFault.unsupported(
            "Operator '\(operation)' is not supported because \(reason) "
                + "Refer to https://aka.ms/graph-docs/advanced-queries for more information")
    }
}
