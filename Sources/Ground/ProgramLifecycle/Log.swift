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
    /// The label and the output, which all copies share: a copy per request stays small.
    private final class Source: Sendable {
        let label: String
        let output: Output

        init(label: String, output: Output) {
            self.label = label
            self.output = output
        }
    }

    /// The facts that each line of this log has.
    public var metadata: [String: String] = [:]
    /// The lowest level of this log; `nil` for that of the output.
    public var level: Level?
    private let source: Source

    /// Creates a log; by default it drops each line.
    public init(_ label: String, to output: Output = .none) { source = Source(label: label, output: output) }

    /// The part of the program that writes.
    public var label: String { source.label }

    /// Accesses a fact that each line of this log has.
    public subscript(metadataKey key: String) -> String? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    /// Whether lines of a level are written.
    public func writes(_ level: Level) -> Bool { level >= self.level ?? source.output.level() }

    /// Writes a line; below the lowest level, its parts are not evaluated.
    ///
    /// - Parameters:
    ///   - level: The importance.
    ///   - message: The message, without variable parts.
    ///   - facts: The facts of this line by name; they replace those of the log.
    public func log(
        level: Level, _ message: @autoclosure () -> String, metadata facts: @autoclosure () -> [String: String] = [:]
    ) {
        guard writes(level) else { return }
        source.output.write(Entry(level: level, label: label, message: message(), facts: facts(), shared: metadata))
    }
}

extension Log {
    /// Writes a line of the level `trace`.
    public func trace(_ message: @autoclosure () -> String, metadata: @autoclosure () -> [String: String] = [:]) {
        log(level: .trace, message(), metadata: metadata())
    }

    /// Writes a line of the level `debug`.
    public func debug(_ message: @autoclosure () -> String, metadata: @autoclosure () -> [String: String] = [:]) {
        log(level: .debug, message(), metadata: metadata())
    }

    /// Writes a line of the level `info`.
    public func info(_ message: @autoclosure () -> String, metadata: @autoclosure () -> [String: String] = [:]) {
        log(level: .info, message(), metadata: metadata())
    }

    /// Writes a line of the level `notice`.
    public func notice(_ message: @autoclosure () -> String, metadata: @autoclosure () -> [String: String] = [:]) {
        log(level: .notice, message(), metadata: metadata())
    }

    /// Writes a line of the level `warning`.
    public func warning(_ message: @autoclosure () -> String, metadata: @autoclosure () -> [String: String] = [:]) {
        log(level: .warning, message(), metadata: metadata())
    }

    /// Writes a line of the level `error`.
    public func error(_ message: @autoclosure () -> String, metadata: @autoclosure () -> [String: String] = [:]) {
        log(level: .error, message(), metadata: metadata())
    }

    /// Writes a line of the level `critical`.
    public func critical(_ message: @autoclosure () -> String, metadata: @autoclosure () -> [String: String] = [:]) {
        log(level: .critical, message(), metadata: metadata())
    }

    /// The importance of a line; the names are those of settings and JSON.
    public enum Level: String, Sendable, CaseIterable, Comparable {
        /// Each step, for a reader of the source.
        case trace
        /// Details that help to find a defect.
        case debug
        /// Events of normal operation.
        case info
        /// Normal events that deserve an operator's attention, such as the address of a server.
        case notice
        /// The program continues, but something should be corrected.
        case warning
        /// A task failed.
        case error
        /// The program cannot continue.
        case critical

        /// Stored, since each call of `allCases` makes an array.
        private static let inOrder = allCases

        /// Whether the first level is less important.
        public static func < (first: Level, second: Level) -> Bool {
            first != second && inOrder.first { $0 == first || $0 == second } == first
        }
    }
}
