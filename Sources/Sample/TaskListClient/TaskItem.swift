// SPDX-License-Identifier: Apache-2.0
public import PortableFoundation

/// A task of Microsoft's sample API, `{"_id", "owner", "Text", "completed", "date"}`, which omits `completed` until a
/// client sets it.
public struct TaskItem: Sendable, Hashable, Identifiable, Codable {
    /// The task's ID.
    public var id: String
    /// The owner, taken from the caller's token; a client cannot choose it.
    public var owner: String
    /// The task's text.
    public var text: String
    /// Whether the task is done.
    public var completed: Bool
    /// When the task was added.
    public var date: Date

    /// Creates a task; the ID and the date are the API's.
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

    /// Decodes a task; without `completed`, it is not done.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(String.self, forKey: .id)
        owner = try container.decode(String.self, forKey: .owner)
        text = try container.decode(String.self, forKey: .text)
        completed = try container.decodeIfPresent(Bool.self, forKey: .completed) ?? false
        date = try container.decode(Date.self, forKey: .date)
    }
}

/// The optional members of a task that a client may send as JSON, without the owner, who is the caller.
public struct TaskContent: Sendable, Hashable, Codable {
    /// The task's text.
    public var text: String?
    /// Whether the task is done.
    public var completed: Bool?

    /// Creates content.
    public init(text: String? = nil, completed: Bool? = nil) {
        self.text = text
        self.completed = completed
    }

    private enum CodingKeys: String, CodingKey {
        case completed
        case text = "Text"
    }
}

extension Date {
    /// The date in whole milliseconds, as in the task API; a task has the same date in every response.
    public var millisecondsSince1970: Int64 { Int64((timeIntervalSince1970 * 1000).rounded()) }

    /// Reads whole milliseconds.
    public init(millisecondsSince1970 milliseconds: Int64) {
        self.init(timeIntervalSince1970: TimeInterval(milliseconds) / 1000)
    }
}
