// SPDX-License-Identifier: Apache-2.0
/// A permission of Microsoft Graph, by the name of its scope; an open set.
///
/// ```swift
/// let scopes: ScopeSet = [GraphPermission.userReadBasicAll.rawValue]
/// let api = GraphClient.publicEndpoint
/// let graph = GraphClient(
///     endpoint: api, over: flow.authorizedTransport(for: account, scopes: scopes, to: api))
/// ```
public struct GraphPermission: RawRepresentable, Hashable, Sendable {
    /// The name, to be used as a scope.
    public var rawValue: String

    /// Creates a permission of any name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The caller's own profile, with manager and direct reports.
    public static let userRead = GraphPermission(rawValue: "User.Read")
    /// Names, addresses and photos of all people.
    public static let userReadBasicAll = GraphPermission(rawValue: "User.ReadBasic.All")
    /// All properties of all people; an administrator must consent to it.
    public static let userReadAll = GraphPermission(rawValue: "User.Read.All")
    /// The groups and their members; an administrator must consent to it.
    public static let groupMemberReadAll = GraphPermission(rawValue: "GroupMember.Read.All")
}

extension GraphPermission: CustomStringConvertible {
    /// The name.
    public var description: String { rawValue }
}
