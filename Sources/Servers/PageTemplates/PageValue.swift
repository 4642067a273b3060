// SPDX-License-Identifier: Apache-2.0

/// A value that a template can show, or that decides what it shows.
///
/// Strings, integers, Booleans, and arrays and dictionaries of values conform; ``PageValues`` holds values of different
/// types.
public protocol PageValue: Sendable {
    /// The unescaped text; empty for an array or a dictionary.
    var pageText: String { get }
    /// The items for which a section is shown; if empty, the inverted section is shown.
    var pageItems: [any PageValue] { get }
    /// Accesses the member of a name.
    subscript(pageMember name: String) -> (any PageValue)? { get }
}

extension PageValue {
    /// The value itself: a section is shown once, also for an empty text and for 0.
    public var pageItems: [any PageValue] { [self] }
    /// Returns `nil`: there are no members.
    public subscript(pageMember name: String) -> (any PageValue)? { nil }
}

extension String: PageValue {
    /// The text.
    public var pageText: String { self }
}

extension Substring: PageValue {
    /// The text.
    public var pageText: String { String(self) }
}

extension Int: PageValue {
    /// The number in decimal.
    public var pageText: String { String(self) }
}

extension Bool: PageValue {
    /// `true` or `false`.
    public var pageText: String { self ? "true" : "false" }
    /// The value, if it is true.
    public var pageItems: [any PageValue] { self ? [self] : [] }
}

extension Array: PageValue where Element: PageValue {
    /// An empty text.
    public var pageText: String { "" }
    /// The elements.
    public var pageItems: [any PageValue] { map { $0 } }
}

extension Dictionary: PageValue where Key == String, Value: PageValue {
    /// An empty text.
    public var pageText: String { "" }
    /// The value of a key.
    public subscript(pageMember name: String) -> (any PageValue)? { self[name] }
}

/// The values of a page, or of an item on it, by name.
public struct PageValues: PageValue, ExpressibleByDictionaryLiteral {
    private var members: [String: any PageValue]

    /// Creates values; the last of several with one name takes precedence.
    public init(dictionaryLiteral elements: (String, any PageValue)...) { members = Dictionary(elements) { $1 } }

    /// An empty text.
    public var pageText: String { "" }
    /// The value of a name.
    public subscript(pageMember name: String) -> (any PageValue)? { members[name] }

    /// Accesses the value of a name; `nil` removes it.
    public subscript(name: String) -> (any PageValue)? {
        get { members[name] }
        set { members[name] = newValue }
    }

    /// Returns these values with others, which take precedence.
    public func merging(_ others: PageValues) -> PageValues {
        var all = self
        all.members.merge(others.members) { $1 }
        return all
    }
}
