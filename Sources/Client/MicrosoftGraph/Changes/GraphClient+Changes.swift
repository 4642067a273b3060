// SPDX-License-Identifier: Apache-2.0
import Foundation

extension GraphClient {
    /// The people who were added, changed or removed since the last round.
    ///
    /// - Parameter token: The token of the last round; `nil` reads everything.
    /// - Returns: Pages to iterate over; each is requested when it is needed.
    public func peopleChanges(since token: GraphDeltaToken? = nil) -> GraphChanges<Person> {
        changes(of: "/users", select: Person.properties, since: token, needing: .userReadBasicAll)
    }

    /// The groups that were added, changed or removed since the last round.
    ///
    /// - Parameters:
    ///   - token: The token of the last round; `nil` reads everything.
    ///   - withMembers: Whether the round also names groups whose members changed, in ``GraphGroup/memberChanges``.
    ///     With a token, this argument is ignored: the first round decides.
    /// - Returns: Pages to iterate over; each is requested when it is needed.
    public func groupChanges(
        since token: GraphDeltaToken? = nil, withMembers: Bool = false
    ) -> GraphChanges<GraphGroup> {
        let own = ["id", "displayName", "description", "mail", "securityEnabled", "mailEnabled", "groupTypes"]
        return changes(
            of: "/groups", select: own + (withMembers ? ["members"] : []), since: token, needing: .groupMemberReadAll)
    }

    /// The objects of any list with a `delta` function that were added, changed or removed since the last round.
    ///
    /// - Parameters:
    ///   - path: The list's path below the version of Graph, such as `/applications`.
    ///   - type: The type of the objects; a changed object may have only the properties that changed.
    ///   - select: The properties to follow, by Graph's names; empty for Graph's own choice.
    ///   - token: The token of the last round; `nil` reads everything.
    /// - Returns: Pages to iterate over; each is requested when needed. A path that cannot name a list fails then,
    ///   with status 404.
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
