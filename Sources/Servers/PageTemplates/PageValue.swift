// SPDX-License-Identifier: Apache-2.0

/// A value that a template can show, or that decides what it shows.
package protocol PageValue: Sendable {
    /// The text in its place, not yet escaped.
    var pageText: String { get }
    /// What a section shows, once for each; empty for a section that is left out.
    var pageItems: [any PageValue] { get }
    /// A member; `nil` if there is none of this name.
    subscript(pageMember name: String) -> (any PageValue)? { get }
}

extension PageValue {
    package var pageItems: [any PageValue] { [self] }
    package subscript(pageMember name: String) -> (any PageValue)? { nil }
}

extension String: PageValue {
    package var pageText: String { self }
}
extension Int: PageValue {
    package var pageText: String { String(self) }
}
extension Bool: PageValue {
    package var pageText: String { self ? "true" : "false" }
    package var pageItems: [any PageValue] { self ? [self] : [] }
}
extension Array: PageValue where Element: PageValue {
    package var pageText: String { "" }
    package var pageItems: [any PageValue] { map { $0 } }
}
extension Dictionary: PageValue where Key == String, Value: PageValue {
    package var pageText: String { "" }
    package subscript(pageMember name: String) -> (any PageValue)? { self[name] }
}

/// The values of a page, by name.
package struct PageValues: PageValue, ExpressibleByDictionaryLiteral {
    private var members: [String: any PageValue]

    package init(dictionaryLiteral elements: (String, any PageValue)...) {
        members = Dictionary(elements) { $1 }
    }

    package var pageText: String { "" }
    package subscript(pageMember name: String) -> (any PageValue)? { members[name] }

    package subscript(name: String) -> (any PageValue)? {
        get { members[name] }
        set { members[name] = newValue }
    }

    /// Adds other values; of two with one name, `choose` keeps one.
    package mutating func merge(
        _ others: PageValues, uniquingKeysWith choose: (any PageValue, any PageValue) -> any PageValue
    ) { members.merge(others.members, uniquingKeysWith: choose) }

    /// These values with others; of two with one name, `choose` keeps one.
    package func merging(
        _ others: PageValues, uniquingKeysWith choose: (any PageValue, any PageValue) -> any PageValue
    ) -> PageValues {
        var all = self
        all.merge(others, uniquingKeysWith: choose)
        return all
    }

    /// These values with texts; of two with one name, `choose` keeps one.
    package func merging(
        _ texts: [String: String], uniquingKeysWith choose: (any PageValue, any PageValue) -> any PageValue
    ) -> PageValues {
        var all = self
        all.members.merge(texts.mapValues { $0 as any PageValue }, uniquingKeysWith: choose)
        return all
    }
}

extension Substring: PageValue {
    package var pageText: String { String(self) }
}
