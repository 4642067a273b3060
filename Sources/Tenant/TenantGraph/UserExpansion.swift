// SPDX-License-Identifier: Apache-2.0
import Foundation
import OAuth

/// The relation of a person that `$expand` adds to the properties.
///
/// OData URL Conventions 4.01 §5.1.3
struct UserExpansion: Sendable, Hashable {
    /// A relation from a person to others.
    enum Relation: String, Sendable {
        case manager, directReports, memberOf, transitiveMemberOf
    }

    let relation: Relation
    /// The properties in its `$select`; `nil` for the default properties.
    let properties: [String]?
    /// The number of nested managers.
    let levels: Int

    /// Graph's own limit of `$levels`.
    private static let longestChain = 1000

    /// Reads the option, such as `manager($levels=max;$select=id,displayName)`.
    ///
    /// - Throws: ``GraphFault`` (400): Graph expands one relation of a person at a time.
    init(_ text: String, _ advanced: AdvancedQuery) throws {
        let parts = text.trimmingCharacters(in: .whitespaces).wholeMatch(of: #/([A-Za-z]+)(?:\((.*)\))?/#)
        guard let parts else { throw Self.unreadable(text) }
        guard let relation = Relation(rawValue: String(parts.1)) else {
            let fault = GraphFault.noProperty(String(parts.1))
            throw GraphFault.badRequest("Parsing OData Select and Expand failed: \(fault)")
        }
        var properties: [String]?
        var levels = 1
        for option in (parts.2 ?? "").split(separator: ";") {
            let halves = option.split(separator: "=", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
            switch (halves.first, halves.count) {
            case ("$select", 2):
                properties = try ListOptions.properties(in: halves[1], among: relation.properties, of: relation.type)
            case ("$levels", 2) where relation == .manager:
                try advanced.require(for: "$levels")
                levels = try Self.levels(halves[1])
            default: throw Self.unreadable(text)
            }
        }
        (self.relation, self.properties, self.levels) = (relation, properties, levels)
    }

    /// The relation in the context addresses of responses. OData JSON Format 4.01 §4.6.1
    var selection: String { "\(relation.rawValue)(\((properties ?? []).joined(separator: ",")))" }

    private static func levels(_ text: String) throws -> Int {
        if text == "max" { return longestChain }
        guard let levels = Int(text), (1...longestChain).contains(levels) else {
            throw GraphFault.badRequest("Invalid value '\(text)' for $levels; use 'max', or 1 to \(longestChain).")
        }
        return levels
    }

    private static func unreadable(_ text: String) -> GraphFault {
        GraphFault.badRequest("Parsing OData Select and Expand failed: Syntax error in '\(text)'.")
    }
}

extension UserExpansion.Relation {
    /// The properties that `$select` may name.
    fileprivate var properties: Set<String> {
        switch self {
        case .manager, .directReports: UserProperties.all.subtracting(UserProperties.ofOnePersonOnly)
        case .memberOf, .transitiveMemberOf: GroupResource.properties
        }
    }

    /// The type of the related objects; `nil` for a list of groups and roles.
    fileprivate var type: String? {
        switch self {
        case .manager, .directReports: "microsoft.graph.user"
        case .memberOf, .transitiveMemberOf: nil
        }
    }
}
