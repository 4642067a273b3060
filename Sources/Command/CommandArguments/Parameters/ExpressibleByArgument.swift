// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public protocol ExpressibleByArgument: Sendable {
    /// Parses a value; `nil` if the text is not one.
    init?(argument: String)

    var defaultValueDescription: String { get }

    /// The texts of all values; empty if they cannot be listed.
    static var allValueStrings: [String] { get }

    /// Whether a word such as `-5` after the name of an option is a value, not a name.
    static var isNumeric: Bool { get }
}

extension ExpressibleByArgument {
    public static var allValueStrings: [String] { [] }
    public static var isNumeric: Bool { false }
}

extension ExpressibleByArgument where Self: CustomStringConvertible {
    public var defaultValueDescription: String { description }
}

extension ExpressibleByArgument where Self: LosslessStringConvertible {
    public init?(argument: String) { self.init(argument) }
}

extension ExpressibleByArgument where Self: RawRepresentable, RawValue == String {
    public init?(argument: String) { self.init(rawValue: argument) }
    public var defaultValueDescription: String { rawValue }
}

extension ExpressibleByArgument where Self: RawRepresentable & CaseIterable, RawValue == String {
    public static var allValueStrings: [String] { allCases.map(\.rawValue) }
}

extension String: ExpressibleByArgument {}

extension Int: ExpressibleByArgument {
    public static var isNumeric: Bool { true }
}

extension UInt64: ExpressibleByArgument {
    /// Whether a word such as `-5` is a value: yes, so that the error says that it is out of range.
    public static var isNumeric: Bool { true }
}

extension Double: ExpressibleByArgument {
    public init?(argument: String) {
        guard let number = Double(argument), number.isFinite else { return nil }
        self = number
    }
    public static var isNumeric: Bool { true }
}
