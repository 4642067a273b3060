// SPDX-License-Identifier: Apache-2.0

/// A group in the directory.
///
/// A property is `nil` if it has no value, or if the caller may not read it.
///
/// ```swift
/// for try await page in graph.groups(of: "ana@contoso.com") {
///     await show(page.compactMap(\.displayName).joined(separator: "\n"))
/// }
/// ```
public struct GraphGroup: Sendable, Hashable, Identifiable, Codable {
    /// The group's id in the directory.
    public var id: String
    /// The name to show.
    public var displayName: String?
    /// The description.
    public var description: String?
    /// The mail address.
    public var mail: String?
    /// Whether permissions can be given to the group.
    public var securityEnabled: Bool?
    /// Whether the group has a mailbox.
    public var mailEnabled: Bool?
    /// The kinds of the group, such as `Unified`.
    public var groupTypes: [String]?
    /// The kind of the object; ``GraphClient/groups(of:)`` also returns roles in the directory.
    public var type: String?

    /// The members that the group gained or lost, in a round of changes with members; `nil` without any.
    ///
    /// A large group may come several times, each time with a part of them.
    public var memberChanges: [GraphGroupMember]?

    /// Whether this is a role in the directory, and not a group.
    public var isRole: Bool { type == "#microsoft.graph.directoryRole" }

    private enum CodingKeys: String, CodingKey {
        case id, displayName, description, mail, securityEnabled, mailEnabled, groupTypes
        case type = "@odata.type"
        case memberChanges = "members@delta"
    }
}
