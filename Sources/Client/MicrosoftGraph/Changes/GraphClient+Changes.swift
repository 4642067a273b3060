// SPDX-License-Identifier: Apache-2.0
import PortableFoundation

extension GraphClient {
    /// Returns the people who were added, changed, or removed since the last round.
    ///
    /// - Parameter token: The last round's token; `nil` returns everything.
    /// - Returns: The pages, each requested when needed.
    public func peopleChanges(since token: GraphDeltaToken? = nil) -> GraphChanges<Person> {
        changes(of: "/users", select: Person.properties, since: token, needing: .userReadBasicAll)
    }

    /// Returns the groups that were added, changed, or removed since the last round.
    ///
    /// - Parameters:
    ///   - token: The last round's token; `nil` returns everything.
    ///   - withMembers: Whether the round also includes groups whose members changed, in ``GraphGroup/memberChanges``.
    ///     With a token, this argument is ignored: the first round's value applies.
    /// - Returns: The pages, each requested when needed.
    public func groupChanges(
        since token: GraphDeltaToken? = nil, withMembers: Bool = false
    ) -> GraphChanges<GraphGroup> {
        let own = ["id", "displayName", "description", "mail", "securityEnabled", "mailEnabled", "groupTypes"]
        return changes(
            of: "/groups", select: own + (withMembers ? ["members"] : []), since: token, needing: .groupMemberReadAll)
    }

    /// Returns the objects that were added, changed, or removed since the last round, for any list with a `delta`
    /// function.
    ///
    /// - Parameters:
    ///   - path: The list's path below Graph's version, such as `/applications`.
    ///   - type: The type of the objects; a changed object can have only the properties that changed.
    ///   - select: The properties to track, by their Graph names; empty for Graph's default.
    ///   - token: The last round's token; `nil` returns everything.
    /// - Returns: The pages, each requested when needed. A path that cannot name a list then fails with status 404.
    public func changes<Item: Decodable & Sendable>(
        of path: GraphPath, as type: Item.Type = Item.self, select: [String] = [], since token: GraphDeltaToken? = nil
    ) -> GraphChanges<Item> {
        changes(of: path, select: select, since: token, needing: nil)
    }

    private func changes<Item>(
        of path: GraphPath, select: [String], since token: GraphDeltaToken?, needing permission: GraphPermission?
    ) -> GraphChanges<Item> {
        let first = Result {
            if let token { return try nextAddress(token.link) }
            return try address(
                GraphPath(stringLiteral: "\(path.encoded ?? "..")/delta"), GraphQuery(select: select))
        }.mapError { $0 as? GraphError ?? .pathUnusable }
        return GraphChanges(first: first, client: self, permission: permission)
    }
}
