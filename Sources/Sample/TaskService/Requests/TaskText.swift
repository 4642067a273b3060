// SPDX-License-Identifier: Apache-2.0
import TaskListClient

/// The validated text of a task.
struct TaskText: Sendable, Hashable {
    /// With a single line feed at each line end.
    let text: String

    /// A character can have any number of combining marks; no script or emoji comes near this limit.
    private static let maximumByteCount = 4 * TaskListFormat.maximumTextLength

    /// Rejects control characters other than line ends and tabs, which can change terminals and break databases; it
    /// does not remove them, because it must not change a user's text silently.
    init(_ sent: String?) throws(TaskRefusal) {
        guard let sent, !sent.unicodeScalars.allSatisfy(\.properties.isWhitespace) else {
            throw TaskRefusal(.missingTask, "\"\(TaskListFormat.textField)\" is a required parameter")
        }
        // Forms end a line with two characters, JSON with one.
        let text = String(sent.map { $0 == "\r\n" || $0 == "\r" ? "\n" : $0 })
        let limit = TaskListFormat.maximumTextLength
        guard text.count <= limit, text.utf8.count <= Self.maximumByteCount else {
            throw TaskRefusal(
                .taskTooLong, "a task can have at most \(limit) characters; split or shorten it")
        }
        guard text.unicodeScalars.allSatisfy(Self.isPrintable) else {
            throw TaskRefusal(
                .taskUnprintable, "the text contains control characters; send only text, line breaks, and tabs")
        }
        self.text = text
    }

    static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory != .control || scalar == "\n" || scalar == "\t"
    }
}
