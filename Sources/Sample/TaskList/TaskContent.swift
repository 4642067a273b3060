// SPDX-License-Identifier: Apache-2.0
/// The members of a task that a client may send as JSON; each is optional.
///
/// It has no owner: the owner is the caller.
package struct TaskContent: Sendable, Hashable, Codable {
    /// The task's text.
    package var text: String?
    /// Whether the task is done.
    package var completed: Bool?

    /// Creates content.
    package init(text: String? = nil, completed: Bool? = nil) {
        self.text = text
        self.completed = completed
    }

    private enum CodingKeys: String, CodingKey {
        case completed
        case text = "Text"
    }
}
