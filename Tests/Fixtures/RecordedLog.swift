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
    package var logger: Log { Log("test") { _ in Handler(log: self, logLevel: self.level) } }

    private struct Handler: LogHandler {
        let log: RecordedLog
        var metadata: [String: String] = [:]
        var logLevel: Log.Level

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            let words = (event.metadata ?? [:]).map { "\($0.key)=\($0.value)" }.sorted()
            let line = (["\(event.level)", event.message.description] + words).joined(separator: " ")
            log.entries.withLock { $0.append(line) }
        }
    }
}
