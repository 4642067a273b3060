// SPDX-License-Identifier: Apache-2.0
/// What a client may say of a task, in JSON; what is left out is not said.
///
/// The owner is not among it: that is who calls.
package struct TaskContent: Sendable, Hashable, Codable {
    /// What is to be done.
    package var text: String?
    /// Whether it is done.
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
