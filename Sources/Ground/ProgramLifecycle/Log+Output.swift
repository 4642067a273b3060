// SPDX-License-Identifier: Apache-2.0

extension Log {
    /// The output of a program's logs, which they share.
    public final class Output: Sendable {
        let level: @Sendable () -> Level
        let write: @Sendable (Entry) -> Void

        /// Creates an output.
        ///
        /// - Parameters:
        ///   - level: The lowest level that is written; read for each line, so that it may change.
        ///   - write: Writes a line, on any thread; it must not block.
        public init(from level: @escaping @Sendable () -> Level, _ write: @escaping @Sendable (Entry) -> Void) {
            self.level = level
            self.write = write
        }

        /// Drops each line.
        public static let none = Output(from: { .critical }, { _ in })
    }

    /// One line of a log.
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
        /// All facts; those of the line replace those of the log.
        public var metadata: [String: String] { shared.merging(facts) { $1 } }
    }
}
