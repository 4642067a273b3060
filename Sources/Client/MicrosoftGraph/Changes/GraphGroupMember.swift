// SPDX-License-Identifier: Apache-2.0

/// A member that a group gained or lost since the last round of changes.
///
/// ```swift
/// for member in group.memberChanges ?? [] {
///     if member.isRemoved { members.remove(member.id) } else { members.insert(member.id) }
/// }
/// ```
public struct GraphGroupMember: Sendable, Hashable, Identifiable {
    /// The member's ID in the directory.
    public var id: String
    /// The member's type, such as `#microsoft.graph.user`; `nil` if Graph does not return it.
    public var type: String?
    /// Whether the member left the group, or was itself removed.
    public var isRemoved: Bool
}

extension GraphGroupMember: Codable {
    private struct Reason: Codable { var reason = "deleted" }

    private enum CodingKeys: String, CodingKey {
        case id
        case type = "@odata.type"
        case removed = "@removed"
    }

    /// Decodes a member of `members@delta`. OData JSON Format 4.01 §15.3
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(String.self, forKey: .id)
        type = try container.decodeIfPresent(String.self, forKey: .type)
        isRemoved = container.contains(.removed)
    }

    /// Encodes a member in Graph's format.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encodeIfPresent(type, forKey: .type)
        if isRemoved { try container.encode(Reason(), forKey: .removed) }
    }
}
