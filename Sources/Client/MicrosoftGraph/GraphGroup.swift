// SPDX-License-Identifier: Apache-2.0
/// A group in the directory.
///
/// A property is `nil` if it has no value, or if the caller cannot read it.
///
/// ```swift
/// for try await page in graph.groups(of: "ana@contoso.com") {
///     await show(page.compactMap(\.displayName).joined(separator: "\n"))
/// }
/// ```
public struct GraphGroup: Sendable, Hashable, Identifiable, Codable {
    /// The group's ID in the directory.
    public var id: String
    /// The display name.
    public var displayName: String?
    /// The description.
    public var description: String?
    /// The email address.
    public var mail: String?
    /// Whether the group can be granted permissions.
    public var securityEnabled: Bool?
    /// Whether the group has a mailbox.
    public var mailEnabled: Bool?
    /// The group's types, such as `Unified`.
    public var groupTypes: [String]?
    /// The object's type; ``GraphClient/groups(of:)`` also returns directory roles.
    public var type: String?

    /// The members that the group gained or lost, in a round of changes with members; `nil` if there are none.
    ///
    /// A large group can appear several times, each time with some of them.
    public var memberChanges: [GraphGroupMember]?

    /// Whether this is a directory role rather than a group.
    public var isRole: Bool { type == "#microsoft.graph.directoryRole" }

    private enum CodingKeys: String, CodingKey {
        case id, displayName, description, mail, securityEnabled, mailEnabled, groupTypes
        case type = "@odata.type"
        case memberChanges = "members@delta"
    }
}

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
