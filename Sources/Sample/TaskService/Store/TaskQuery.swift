// SPDX-License-Identifier: Apache-2.0
import PortableFoundation

package struct TaskQuery: Sendable, Hashable {
    /// Only tasks that are done, or only open ones; `nil` for both.
    package var completed: Bool?
    /// Only tasks with this in their text; `nil` for all.
    package var search: SearchText?
    /// Only tasks behind this place; see ``TaskPage/next``.
    package var after: Int64?
    /// The largest number of tasks, at least 1; `nil` for all.
    package var limit: Int?

    package init(completed: Bool? = nil, search: SearchText? = nil, after: Int64? = nil, limit: Int? = nil) {
        (self.completed, self.search, self.after, self.limit) = (completed, search, after, limit)
    }
}

/// A list of tasks, or a page of one.
package struct TaskPage: Sendable, Hashable {
    /// The tasks, as JSON of `TaskListFormat.encoder()`.
    package var json: [UInt8]
    /// The place of the last task on the page, if more tasks follow; it stays valid when that task is removed.
    package var next: Int64?

    package init(json: [UInt8], next: Int64? = nil) { (self.json, self.next) = (json, next) }
}

/// A text to search for, without the differences that a search ignores: case, accents and the width of characters.
///
/// Stores compare the folded texts byte by byte, so each of them finds the same tasks. A search reads each text once.
package struct SearchText: Sendable, Hashable {
    /// The text, folded; the empty text is in every task.
    package let folded: String

    package init(_ text: String) { folded = text.folded }

    /// The form of a task's text that a store keeps beside it; `nil` if that is the text in ASCII lower case.
    ///
    /// A store then searches `COALESCE(folded, LOWER(text))`, and most texts are kept once.
    package static func stored(_ text: String) -> String? {
        text.utf8.allSatisfy { $0 < 0x80 } ? nil : text.folded
    }
}
