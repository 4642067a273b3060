// SPDX-License-Identifier: Apache-2.0
import Foundation
import JOSE
import OAuth

/// The query options of a request for people.
struct UserQuery: Sendable {
    /// What `$filter` and `$search` ask together.
    let filter: UserFilter?
    let order: UserOrder?
    let properties: [String]?
    let pageSize: Int
    let offset: Int
    /// Whether the number of all is told; without the header the wish is ignored, as Graph does it.
    let counts: Bool
    /// The options as they came, to repeat them in the link to the next page.
    private let parameters: FormParameters

    private static let known: Set = ["$filter", "$search", "$select", "$top", "$orderby", "$count", "$skiptoken"]

    /// Reads query options.
    ///
    /// - Parameters:
    ///   - parameters: The options, and whatever else the query holds.
    ///   - isEventual: Whether `ConsistencyLevel: eventual` was sent.
    ///   - countsBySegment: Whether the path ends in `$count`.
    /// - Throws: ``GraphFault`` (400).
    init(_ parameters: FormParameters, isEventual: Bool, countsBySegment: Bool = false) throws {
        self.parameters = parameters
        for pair in parameters.pairs where pair.name.hasPrefix("$") {
            guard Self.known.contains(pair.name) else {
                throw GraphFault.unsupported("The query option '\(pair.name)' is not supported by this local tenant.")
            }
            _ = try parameters.once(pair.name) { _ in GraphFault.repeatedOption(pair.name) }
        }
        let asksForCount = try parameters["$count"].map(Self.flag) ?? false
        let advanced = AdvancedQuery(isEventual: isEventual, counts: asksForCount || countsBySegment)
        counts = advanced.isGranted
        let conditions = [
            try parameters["$filter"].map { try UserFilterParser.parse($0, advanced) },
            try parameters["$search"].map { try Self.search($0, isEventual: isEventual) },
        ].compactMap(\.self)
        filter = conditions.isEmpty ? nil : .all(conditions)
        order = try parameters["$orderby"].map(UserOrder.init)
        guard order == nil || parameters["$filter"] == nil || advanced.isGranted else {
            throw GraphFault.unsupported("Sorting not supported for current query.")
        }
        properties = try parameters["$select"].flatMap(Self.properties)
        pageSize = try parameters["$top"].map(Self.pageSize) ?? 100
        offset = try parameters["$skiptoken"].map(Self.offset) ?? 0
    }

    /// Everybody whom the query means, in its order.
    func apply(to people: [DirectoryPerson]) -> [DirectoryPerson] {
        let found = people.filter { filter?.matches($0) ?? true }
        return order?.sorted(found) ?? found
    }

    /// The properties that decide who is found, and where.
    var decidingProperties: Set<String> { (filter?.properties ?? []).union(order?.properties ?? []) }

    /// The selection as addresses of answers name it.
    var selection: String { properties.map { "(\($0.joined(separator: ",")))" } ?? "" }

    /// The options that lead to the page that begins at `offset`.
    func continued(at offset: Int) -> FormParameters {
        var next = FormParameters()
        for pair in parameters.pairs where pair.name != "$skiptoken" { next.append(pair.name, pair.value) }
        next.append("$skiptoken", Array("\(Self.tokenPrefix)\(offset)".utf8).unpaddedBase64URL)
        return next
    }

    private static let tokenPrefix = "people-from-"
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

    /// The properties of a selection, each once; an empty one selects nothing in particular.
    private static func properties(_ text: String) throws -> [String]? {
        var names: [String] = []
        for part in text.split(separator: ",") {
            let name = part.trimmingCharacters(in: .whitespaces)
            guard !name.isEmpty, !names.contains(name) else { continue }
            guard UserResource.allProperties.contains(name) else {
                throw GraphFault.badRequest("Parsing OData Select and Expand failed: \(GraphFault.noProperty(name))")
            }
            names.append(name)
        }
        return names.isEmpty ? nil : names
    }

    private static func pageSize(_ text: String) throws -> Int {
        guard let size = Int(text), (1...999).contains(size) else {
            throw GraphFault.badRequest("Invalid page size specified: '\(text)'. Must be between 1 and 999 inclusive.")
        }
        return size
    }

    private static func offset(_ token: String) throws -> Int {
        guard let bytes = try? Base64URL.decode(token), let text = String(validating: bytes, as: UTF8.self),
            text.hasPrefix(tokenPrefix), let offset = Int(text.dropFirst(tokenPrefix.count)), offset >= 0
        else { throw GraphFault.badRequest("Skip token is null or empty, or not one of this tenant.") }
        return offset
    }
}
