// SPDX-License-Identifier: Apache-2.0
package import Foundation

/// A task, in the form of Microsoft's sample API.
///
/// In JSON: `{"_id", "owner", "Text", "completed", "date"}`. Microsoft's sample API omits `completed` until a client
/// sets it.
package struct TaskItem: Sendable, Hashable, Identifiable, Codable {
    /// The item's id.
    package var id: String
    /// The owner, taken from the caller's token; a client cannot choose it.
    package var owner: String
    /// The task's text.
    package var text: String
    /// Whether the task is done.
    package var completed: Bool
    /// The time at which the client added it.
    package var date: Date

    /// Creates an item.
    package init(id: String, owner: String, text: String, completed: Bool = false, date: Date) {
        self.id = id
        self.owner = owner
        self.text = text
        self.completed = completed
        self.date = date
    }

    enum CodingKeys: String, CodingKey {
        case owner, completed, date
        case id = "_id"
        case text = "Text"
    }

    /// Reads an item; without `completed`, it is not done.
    ///
    /// - Throws: The decoder's error.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(String.self, forKey: .id)
        owner = try container.decode(String.self, forKey: .owner)
        text = try container.decode(String.self, forKey: .text)
        completed = try container.decodeIfPresent(Bool.self, forKey: .completed) ?? false
        date = try container.decode(Date.self, forKey: .date)
    }
}
