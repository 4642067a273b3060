// SPDX-License-Identifier: Apache-2.0
/// A condition on people, as `$filter` says it. Text is compared without regard to case, as Graph does it.
indirect enum UserFilter: Sendable, Hashable {
    case startsWith(property: String, text: String)
    case equals(property: String, text: String)
    case and(UserFilter, UserFilter)
    case or(UserFilter, UserFilter)

    /// Whether a person fulfils the condition.
    func matches(_ person: DirectoryPerson) -> Bool {
        switch self {
        case .startsWith(let property, let text):
            person[property]?.lowercased().hasPrefix(text.lowercased()) ?? false
        case .equals(let property, let text): person[property]?.lowercased() == text.lowercased()
        case .and(let left, let right): left.matches(person) && right.matches(person)
        case .or(let left, let right): left.matches(person) || right.matches(person)
        }
    }
}
