// SPDX-License-Identifier: Apache-2.0
import Foundation
import JSONWebSignatures

@testable import TenantDirectory
@testable import TenantGraph

/// Evaluates conditions with Swift's own string comparison; the index of people must agree.
extension PeopleCondition {
    func matches(_ person: DirectoryPerson) -> Bool {
        switch self {
        case .property(let name, let comparison, let text):
            person.comparable(name).map { comparison.holds($0.lowercased(), text.lowercased()) } ?? false
        case .all(let conditions): conditions.allSatisfy { $0.matches(person) }
        case .any(let conditions): conditions.contains { $0.matches(person) }
        case .not(let condition): !condition.matches(person)
        }
    }
}

extension PeopleCondition.Comparison {
    fileprivate func holds(_ value: String, _ text: String) -> Bool {
        switch self {
        case .equals: value == text
        case .atLeast: value >= text
        case .atMost: value <= text
        case .startsWith: value.hasPrefix(text)
        case .endsWith: value.hasSuffix(text)
        case .hasWords: Self.words(text).allSatisfy { word in Self.words(value).contains { $0.hasPrefix(word) } }
        }
    }

    private static func words(_ text: String) -> [Substring] { text.split { !$0.isLetter && !$0.isNumber } }
}

extension DirectoryPerson {
    func comparable(_ property: String) -> String? {
        switch self[property] {
        case .value(.string(let text)): text
        case .value(.boolean(let flag)): String(flag)
        default: nil
        }
    }
}
