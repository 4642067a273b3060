// SPDX-License-Identifier: Apache-2.0

/// A log of a program, whose lines go to an output that the program chooses.
///
/// A log is a value: a copy can have more facts, such as those of one request. Lines must hold no token, code, or query
/// string.
///
/// ```swift
/// let output = Log.Output(from: { .info }, { print($0.level.rawValue, $0.message, $0.metadata) })
/// var log = Log("web", to: output)
/// log[metadataKey: "version"] = "1.2"
/// log.info("the app starts", metadata: ["port": "8080"])
/// ```
public struct Log: Sendable {
    /// The importance of a line.
    public enum Level: String, Sendable, CaseIterable, Comparable {
        case trace, debug, info, notice, warning, error, critical

        private var rank: Int {
            switch self {
            case .trace: 0
            case .debug: 1
            case .info: 2
            case .notice: 3
            case .warning: 4
            case .error: 5
            case .critical: 6
            }
        }
        /// Whether the first level is less important.
        public static func < (first: Level, second: Level) -> Bool { first.rank < second.rank }
    }

    /// One line.
    public struct Entry: Sendable {
        /// The importance.
        public let level: Level
        /// The part of the program that wrote it.
        public let label: String
        /// The message.
        public let message: String
        /// The facts of this line by name; no token, code or query string is among them.
        public let facts: [String: String]
        /// The facts that each line of the log has.
        public let shared: [String: String]
        /// All facts; those of the line win.
        public var metadata: [String: String] { shared.merging(facts) { $1 } }
    }

    /// The output of a program's logs.
    public final class Output: Sendable {
        let level: @Sendable () -> Level
        let write: @Sendable (Entry) -> Void

        /// Creates an output.
        ///
        /// - Parameters:
        ///   - level: The lowest level that is written; read for each line, so that it may change.
        ///   - write: Takes a line; it must not wait long.
        public init(from level: @escaping @Sendable () -> Level, _ write: @escaping @Sendable (Entry) -> Void) {
            (self.level, self.write) = (level, write)
        }

        /// Drops each line.
        public static let none = Output(from: { .critical }, { _ in })
    }

    /// The facts that each line of this log has.
    public var metadata: [String: String] = [:]
    /// A lowest level of its own, in place of the output's.
    public var level: Level?
    /// Of the program, not of a request: copies of a log share it.
    private final class Source: Sendable {
        let label: String
        let output: Output
        init(_ label: String, _ output: Output) { (self.label, self.output) = (label, output) }
    }
    private let source: Source

    /// The part of the program that writes.
    public var label: String { source.label }

    /// Creates a log; by default it drops each line.
    public init(_ label: String, to output: Output = .none) { source = Source(label, output) }

    /// A fact that each line of this log has.
    public subscript(metadataKey key: String) -> String? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    /// Whether lines of a level are written.
    public func writes(_ level: Level) -> Bool { level >= self.level ?? source.output.level() }

    /// Writes a line, whose parts are not evaluated below the lowest level.
    public func log(
        level: Level, _ message: @autoclosure () -> String, metadata facts: @autoclosure () -> [String: String] = [:]
    ) {
        guard writes(level) else { return }
        source.output.write(Entry(level: level, label: label, message: message(), facts: facts(), shared: metadata))
    }

    /// Writes a line of this level.
    public func trace(_ message: @autoclosure () -> String, metadata: @autoclosure () -> [String: String] = [:]) {
        log(level: .trace, message(), metadata: metadata())
    }

    /// Writes a line of this level.
    public func debug(_ message: @autoclosure () -> String, metadata: @autoclosure () -> [String: String] = [:]) {
        log(level: .debug, message(), metadata: metadata())
    }

    /// Writes a line of this level.
    public func info(_ message: @autoclosure () -> String, metadata: @autoclosure () -> [String: String] = [:]) {
        log(level: .info, message(), metadata: metadata())
    }

    /// Writes a line of this level.
    public func notice(_ message: @autoclosure () -> String, metadata: @autoclosure () -> [String: String] = [:]) {
        log(level: .notice, message(), metadata: metadata())
    }

    /// Writes a line of this level.
    public func warning(_ message: @autoclosure () -> String, metadata: @autoclosure () -> [String: String] = [:]) {
        log(level: .warning, message(), metadata: metadata())
    }

    /// Writes a line of this level.
    public func error(_ message: @autoclosure () -> String, metadata: @autoclosure () -> [String: String] = [:]) {
        log(level: .error, message(), metadata: metadata())
    }

    /// Writes a line of this level.
    public func critical(_ message: @autoclosure () -> String, metadata: @autoclosure () -> [String: String] = [:]) {
        log(level: .critical, message(), metadata: metadata())
    }
}
