// SPDX-License-Identifier: Apache-2.0
import TaskList

/// The text of a task, once it is known to be one.
struct TaskText: Sendable, Hashable {
    /// The text, with line ends as single line feeds.
    let text: String

    /// A character may be built from any number of marks; none of the world's scripts or emoji comes near this.
    private static let maximumByteCount = 4 * TaskListFormat.maximumTextLength

    /// Judges what was sent.
    ///
    /// Control characters are refused and not taken out: to change silently what somebody wrote is worse than to
    /// say no. Lines and tabs are text; everything else of the kind steers terminals and breaks databases.
    ///
    /// - Throws: ``TaskRefusal`` (`missingTask`, `taskTooLong`, `taskUnprintable`).
    init(_ sent: String?) throws(TaskRefusal) {
        guard let sent, !sent.allSatisfy(\.isWhitespace) else {
            throw TaskRefusal(.missingTask, "\"\(TaskListFormat.textField)\" is a required parameter")
        }
        // Forms end lines with two characters where JSON has one.
        let text = String(sent.map { $0 == "\r\n" || $0 == "\r" ? "\n" : $0 })
        let limit = TaskListFormat.maximumTextLength
        guard text.count <= limit, text.utf8.count <= Self.maximumByteCount else {
            throw TaskRefusal(
                .taskTooLong, "a task may be \(limit) characters long; split it, or say it shorter")
        }
        guard text.unicodeScalars.allSatisfy(Self.isPrintable) else {
            throw TaskRefusal(
                .taskUnprintable, "the text has control characters in it; send only text, lines and tabs")
        }
        self.text = text
    }

    private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory != .control || scalar == "\n" || scalar == "\t"
    }
}
