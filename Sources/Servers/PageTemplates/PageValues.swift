// SPDX-License-Identifier: Apache-2.0

/// The values of a page, or of an item on it, by name.
package struct PageValues: PageValue, ExpressibleByDictionaryLiteral {
    private var members: [String: any PageValue]

    /// Creates values; of two with one name, the later one counts.
    package init(dictionaryLiteral elements: (String, any PageValue)...) {
        members = Dictionary(elements) { $1 }
    }

    /// Nothing.
    package var pageText: String { "" }
    /// The value of a name.
    package subscript(pageMember name: String) -> (any PageValue)? { members[name] }

    /// Accesses the value of a name; `nil` removes it.
    package subscript(name: String) -> (any PageValue)? {
        get { members[name] }
        set { members[name] = newValue }
    }

    /// These values with others; of two with one name, that of `others` is used.
    package func merging(_ others: PageValues) -> PageValues {
        var all = self
        all.members.merge(others.members) { $1 }
        return all
    }
}
