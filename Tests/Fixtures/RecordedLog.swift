// SPDX-License-Identifier: Apache-2.0
package import ProgramLifecycle

/// A logger's entries as lines: level, message, and sorted metadata.
package final class RecordedLog: Sendable {
    private let entries = Mutex<[String]>([])
    private let level: Log.Level

    package init(from level: Log.Level = .info) { self.level = level }

    package var lines: [String] { entries.withLock { $0 } }
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
