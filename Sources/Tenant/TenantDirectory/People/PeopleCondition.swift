// SPDX-License-Identifier: Apache-2.0

/// A condition on the properties of people, by Microsoft Graph's names.
///
/// Text is compared in its folded form, without regard to case; `and` and `or` hold lists, so that a long condition
/// stays flat and cannot exhaust the stack.
package indirect enum PeopleCondition: Sendable, Hashable {
    case property(String, Comparison, String)
    case all([PeopleCondition])
    case any([PeopleCondition])
    case not(PeopleCondition)

    /// The comparison of a property with a text.
    package enum Comparison: Sendable, Hashable {
        case equals, atLeast, atMost, startsWith, endsWith
        /// Each word of the text is the beginning of a word of the property; for the display name alone.
        case hasWords
    }

    /// The number of comparisons.
    var count: Int {
        switch self {
        case .property: 1
        case .all(let conditions), .any(let conditions): conditions.reduce(0) { $0 + $1.count }
        case .not(let condition): condition.count
        }
    }

    /// The properties that the condition compares.
    package var properties: Set<String> {
        switch self {
        case .property(let name, _, _): [name]
        case .all(let conditions), .any(let conditions):
            conditions.reduce(into: []) { $0.formUnion($1.properties) }
        case .not(let condition): condition.properties
        }
    }
}
