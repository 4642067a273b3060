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
