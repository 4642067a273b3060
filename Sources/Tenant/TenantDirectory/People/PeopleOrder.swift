// SPDX-License-Identifier: Apache-2.0

/// A property by which a list of people is ordered.
package struct PeopleOrder: Sendable, Hashable {
    /// The properties that lists can be ordered by.
    package enum Key: String, Sendable {
        case displayName, userPrincipalName
    }

    package let key: Key
    package let isDescending: Bool

    package init(_ key: Key, isDescending: Bool = false) { (self.key, self.isDescending) = (key, isDescending) }

    /// The column with the order.
    var column: PersonColumn { key == .displayName ? .sortName : .sortUserPrincipalName }
}
