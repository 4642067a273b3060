// SPDX-License-Identifier: Apache-2.0
/// A Microsoft Graph permission, by its scope name; the set is open.
///
/// ```swift
/// let scopes: ScopeSet = [GraphPermission.userReadBasicAll.rawValue]
/// let api = GraphClient.publicEndpoint
/// let graph = GraphClient(
///     endpoint: api, over: flow.authorizedTransport(for: account, scopes: scopes, to: api))
/// ```
public struct GraphPermission: RawRepresentable, Hashable, Sendable {
    /// The name, for use as a scope.
    public var rawValue: String

    /// Creates a permission with any name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The caller's own profile, manager, and direct reports.
    public static let userRead = GraphPermission(rawValue: "User.Read")
    /// Names, addresses, and photos of all people.
    public static let userReadBasicAll = GraphPermission(rawValue: "User.ReadBasic.All")
    /// All properties of all people; requires administrator consent.
    public static let userReadAll = GraphPermission(rawValue: "User.Read.All")
    /// Groups and their members; requires administrator consent.
    public static let groupMemberReadAll = GraphPermission(rawValue: "GroupMember.Read.All")
}

extension GraphPermission: CustomStringConvertible {
    /// The name.
    public var description: String { rawValue }
}
