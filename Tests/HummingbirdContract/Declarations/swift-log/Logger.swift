// SPDX-License-Identifier: Apache-2.0

public struct Logger: Sendable {
    public struct Message: ExpressibleByStringLiteral, ExpressibleByStringInterpolation, Sendable {
        public typealias StringLiteralType = String

        let text: String

        public init(stringLiteral value: String) { text = value }
    }

    public enum MetadataValue: ExpressibleByStringLiteral, ExpressibleByStringInterpolation, Sendable {
        public typealias StringLiteralType = String

        case string(String)

        public init(stringLiteral value: String) { self = .string(value) }
    }

    public typealias Metadata = [String: MetadataValue]

    public enum Level: String, Sendable, CaseIterable {
        case trace, debug, info, notice, warning, error, critical
    }

    private let write: @Sendable (String) -> Void

    /// Not of swift-log, whose handlers come from factories.
    public init(_ write: @escaping @Sendable (String) -> Void) { self.write = write }

    public func warning(
        _ message: @autoclosure () -> Message, metadata: @autoclosure () -> Metadata? = nil,
        source: @autoclosure () -> String? = nil, file: String = #fileID, function: String = #function,
        line: UInt = #line
    ) {
        log(level: .warning, message(), metadata: metadata())
    }

    public func log(
        level: Level, _ message: @autoclosure () -> Message, metadata: @autoclosure () -> Metadata? = nil,
        source: @autoclosure () -> String? = nil, file: String = #fileID, function: String = #function,
        line: UInt = #line
    ) {
        write("\(level): \(message().text) \((metadata() ?? [:]).keys.sorted())")
    }
}
