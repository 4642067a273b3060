// SPDX-License-Identifier: Apache-2.0
import Logging
import Synchronization

/// What a service logged, a line for each entry.
final class RecordedLog: Sendable {
    private let entries = Mutex<[String]>([])

    var lines: [String] { entries.withLock { $0 } }
    var logger: Logger { Logger(label: "test") { _ in Handler(log: self) } }

    private struct Handler: LogHandler {
        let log: RecordedLog
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.trace

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(
            level: Logger.Level, message: Logger.Message, metadata: Logger.Metadata?, source: String, file: String,
            function: String, line: UInt
        ) {
            guard level >= .warning else { return }
            let words = (metadata ?? [:]).map { "\($0.key)=\($0.value)" }.sorted()
            log.entries.withLock { $0.append(([message.description] + words).joined(separator: " ")) }
        }
    }
}
