// SPDX-License-Identifier: Apache-2.0
package import ProgramLifecycle
import Synchronization

/// The entries of a logger as lines: level, message and sorted metadata.
package final class RecordedLog: Sendable {
    private let entries = Mutex<[String]>([])
    private let level: Log.Level

    /// Creates a log of the entries from a level on.
    package init(from level: Log.Level = .info) { self.level = level }

    /// All lines so far.
    package var lines: [String] { entries.withLock { $0 } }
    /// The logger that writes them.
    package var logger: Log {
        Log(
            "test",
            to: Log.Output(from: { [level] in level }) { [self] entry in
                let words = entry.facts.map { "\($0.key)=\($0.value)" }.sorted()
                let line = ([entry.level.rawValue, entry.message] + words).joined(separator: " ")
                entries.withLock { $0.append(line) }
            })
    }
}
