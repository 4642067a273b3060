// SPDX-License-Identifier: Apache-2.0

extension Log {
    /// The importance of a line; the names are those of settings and JSON.
    public enum Level: String, Sendable, CaseIterable, Comparable {
        /// Each step, for somebody who reads the source at the same time.
        case trace
        /// What helps to find a defect.
        case debug
        /// What happens in normal operation.
        case info
        /// Normal, but worth an operator's attention: the address of a server, for example.
        case notice
        /// The program goes on, but something should be corrected.
        case warning
        /// A task failed.
        case error
        /// The program cannot go on.
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
