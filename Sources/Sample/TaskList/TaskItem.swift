// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// A to-do, in the form that Microsoft's sample API gives it.
///
/// On the wire: `{"_id", "owner", "Text", "completed", "date"}`. Microsoft's sample API leaves `completed` out until it
/// is set.
public struct TaskItem: Sendable, Hashable, Identifiable, Codable {
    /// The item's id.
    public var id: String
    /// Whose it is, as the service knows the caller; never chosen by a client.
    public var owner: String
    /// What is to be done.
    public var text: String
    /// Whether it is done.
    public var completed: Bool
    /// When it was added.
    public var date: Date

    /// Creates an item.
    public init(id: String, owner: String, text: String, completed: Bool = false, date: Date) {
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

    /// Reads an item; one that does not say whether it is done is not.
    ///
    /// - Throws: What the decoder throws.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(String.self, forKey: .id)
        owner = try container.decode(String.self, forKey: .owner)
        text = try container.decode(String.self, forKey: .text)
        completed = try container.decodeIfPresent(Bool.self, forKey: .completed) ?? false
        date = try container.decode(Date.self, forKey: .date)
    }
}
