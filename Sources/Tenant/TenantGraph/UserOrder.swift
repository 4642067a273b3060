// SPDX-License-Identifier: Apache-2.0
import Foundation
import TenantDirectory

/// An order of people, from `$orderby`.
///
/// OData URL Conventions 4.01 §5.1.5
struct UserOrder: Sendable, Hashable {
    private struct Key: Sendable, Hashable {
        let property: String
        let isDescending: Bool
    }
    private let keys: [Key]

    /// The only two properties that Graph can sort by.
    private static let sortable: Set = ["displayName", "userPrincipalName"]

    /// Reads an order.
    ///
    /// - Throws: ``GraphFault`` (400).
    init(_ text: String) throws {
        keys = try text.split(separator: ",", omittingEmptySubsequences: false).map { part in
            let words = part.split(separator: " ").map(String.init)
            guard (1...2).contains(words.count), words.count == 1 || ["asc", "desc"].contains(words[1]) else {
                throw GraphFault.badRequest("Invalid orderby clause: Syntax error in '\(text)'.")
            }
            guard UserProperties.all.contains(words[0]) else {
                throw GraphFault.badRequest("Invalid orderby clause: \(GraphFault.noProperty(words[0]))")
            }
            guard Self.sortable.contains(words[0]) else {
                throw GraphFault.unsupported("Unsupported sort property '\(words[0])' for 'User'.")
            }
            return Key(property: words[0], isDescending: words.last == "desc")
        }
    }

    /// The properties of the order.
    var properties: Set<String> { Set(keys.map(\.property)) }

    /// The people in this order; people with equal values keep their order.
    func sorted(_ people: [DirectoryPerson]) -> [DirectoryPerson] {
        people.enumerated().sorted { first, second in
            for key in keys {
                let order = (first.element.comparable(key.property) ?? "")
                    .localizedCaseInsensitiveCompare(second.element.comparable(key.property) ?? "")
                if order != .orderedSame { return (order == .orderedDescending) == key.isDescending }
            }
            return first.offset < second.offset
        }.map(\.element)
    }
}
