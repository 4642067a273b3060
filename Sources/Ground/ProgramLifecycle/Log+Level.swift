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
}
