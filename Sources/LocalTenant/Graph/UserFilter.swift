// SPDX-License-Identifier: Apache-2.0
/// A condition on people, as `$filter` says it.
///
/// Text is compared without regard to case, as Graph does it.
///
/// `and` and `or` hold lists, not pairs: a long filter stays flat, and cannot exhaust the stack.
enum UserFilter: Sendable, Hashable {
    case startsWith(property: String, text: String)
    case equals(property: String, text: String)
    case all([UserFilter])
    case any([UserFilter])

    /// Whether a person fulfils the condition.
    func matches(_ person: DirectoryPerson) -> Bool {
        switch self {
        case .startsWith(let property, let text):
            person[property]?.lowercased().hasPrefix(text.lowercased()) ?? false
        case .equals(let property, let text): person[property]?.lowercased() == text.lowercased()
        case .all(let conditions): conditions.allSatisfy { $0.matches(person) }
        case .any(let conditions): conditions.contains { $0.matches(person) }
        }
    }

    /// The properties that the condition looks at.
    var properties: Set<String> {
        switch self {
        case .startsWith(let property, _), .equals(let property, _): [property]
        case .all(let conditions), .any(let conditions):
            conditions.reduce(into: []) { $0.formUnion($1.properties) }
        }
    }
}
