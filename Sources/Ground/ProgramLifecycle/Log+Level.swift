// SPDX-License-Identifier: Apache-2.0

extension Log {
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
