// SPDX-License-Identifier: Apache-2.0
import HTTPServing
import JSONWebSignatures
import PortableFoundation
package import ProgramLifecycle
import Synchronization

/// The logs of a program on standard error: one JSON object per line, or plain text for people.
///
/// The level is shared, so that a program can change it at run time for all its loggers.
package final class LogOutput: Sendable {
    package enum Format: String, Sendable {
        case json
        case text
    }

    private let format: Format
    private let level: Mutex<Log.Level>
    private let write: @Sendable (String) -> Void

    package init(
        _ format: Format?, from level: Log.Level,
        writing write: @escaping @Sendable (String) -> Void = LogOutput.standardError
    ) {
        self.format = format ?? (isatty(STDERR_FILENO) == 1 ? .text : .json)
        self.level = Mutex(level)
        self.write = write
    }

    /// Writes a line at once; it is lost if the reader is gone.
    package static let standardError: @Sendable (String) -> Void = { line in
        FileDescriptor.standardError.show(line)
    }

    package var currentLevel: Log.Level {
        get { level.withLock { $0 } }
        set { level.withLock { $0 = newValue } }
    }

    package func logger(_ label: String) -> Log {
        Log(label, to: Log.Output(from: { [self] in currentLevel }, { [self] in write($0) }))
    }

    private func write(_ entry: Log.Entry) {
        let now = Date().formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
        var fields = [
            ("time", now), ("level", entry.level.rawValue), ("logger", entry.label), ("message", entry.message),
        ]
        let names = Set(fields.map(\.0))
        for (name, value) in entry.metadata.sorted(by: { $0.key < $1.key }) {
            fields.append((names.contains(name) ? "metadata.\(name)" : name, value))
        }
        switch format {
        case .json:
            var line: [UInt8] = []
            JSONValue.write(fields, "{", "}", to: &line) { field, line in
                JSONValue.write(name: field.0, to: &line)
                JSONValue.write(field.1, to: &line)
            }
            write(String(decoding: line, as: UTF8.self).jsonInOneLine + "\n")
        case .text:
            let rest = fields.dropFirst(4).map { "\($0)=\($1)" }
            let line = ([fields[0].1, fields[1].1, entry.message] + rest).joined(separator: " ")
            write(line.inOneLine + "\n")
        }
    }
}

extension String {
    /// Also escapes control characters beyond ASCII and line separators, so that JSON stays on one line.
    fileprivate var jsonInOneLine: String {
        guard !utf8.allSatisfy({ $0 < 0x7f }) else { return self }
        return unicodeScalars.reduce(into: "") { line, scalar in
            switch scalar.value {
            case 0x7f...0x9f: line += "\\u00\(String(scalar.value, radix: 16))"
            case 0x2028, 0x2029: line += "\\u\(String(scalar.value, radix: 16))"
            default: line.unicodeScalars.append(scalar)
            }
        }
    }
}
