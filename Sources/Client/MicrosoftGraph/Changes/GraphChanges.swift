// SPDX-License-Identifier: Apache-2.0
import PortableFoundation

/// One round of changes, page by page; each page is requested when the loop reaches it.
///
/// Without a token, the first round returns every object. Keep the last page's token to start the next round.
///
/// ```swift
/// do {
///     for try await page in graph.peopleChanges(since: token) {
///         for change in page.changes { apply(change) }
///         token = page.token ?? token
///     }
/// } catch let error as GraphError where error.mustReadAgain {
///     token = nil  // delete all people, and read everything again
/// }
/// ```
public struct GraphChanges<Item: Decodable & Sendable>: AsyncSequence, Sendable {
    /// One page of a round.
    public struct Page: Sendable {
        /// The changes; can be empty although more pages follow.
        public let changes: [GraphChange<Item>]
        /// The start of the next round; only the last page has it.
        public let token: GraphDeltaToken?
    }

    /// One page of a round.
    public typealias Element = Page

    let walk: PageWalk

    /// Requests one page at a time.
    ///
    /// After an error, the next call requests the same page again.
    public struct Iterator: AsyncIteratorProtocol, Sendable {
        fileprivate var walk: PageWalk

        /// Returns the next page, or `nil` after the last.
        ///
        /// - Throws: ``GraphError`` for links that leave the endpoint, form a cycle, or never end, and, with
        ///   ``GraphError/mustReadAgain``, for a token that is too old; or an error of the transport.
        public mutating func next() async throws -> Page? {
            var walk = walk
            guard let page: GraphPage<GraphChange<Item>> = try await walk.page() else { return nil }
            let end = try walk.client.nextAddress(page.deltaLink).map { GraphDeltaToken(link: $0.absoluteString) }
            guard (walk.address == nil) != (end == nil) else {
                throw GraphError.unreadable(
                    "a page of changes has no link, or two", remedy: "report it to the server's operator")
            }
            self.walk = walk
            return Page(changes: page.value, token: end)
        }
    }

    /// Returns an iterator that starts with the first page.
    public func makeAsyncIterator() -> Iterator { Iterator(walk: walk) }
}

/// A change to an object since the last round.
///
/// ```swift
/// switch change {
/// case .present(let person): known[person.id] = person
/// case .removed(let id, _): known[id] = nil
/// }
/// ```
public enum GraphChange<Item: Decodable & Sendable>: Sendable {
    /// The object was added or changed. The same object can appear several times; the last one counts.
    case present(Item)
    /// The object was removed. If an administrator can still restore it, `isForGood` is `false`.
    case removed(id: String, isForGood: Bool)
}

extension GraphChange: Equatable where Item: Equatable {}
extension GraphChange: Hashable where Item: Hashable {}

extension GraphChange: Decodable {
    private struct Removal: Decodable {
        struct Reason: Decodable { let reason: String? }

        let id: String
        let removed: Reason

        enum CodingKeys: String, CodingKey {
            case id
            case removed = "@removed"
        }
    }

    /// Decodes an object, or the record of its removal. OData JSON Format 4.01 §15.3
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Removal.CodingKeys.self)
        guard container.contains(.removed) else {
            self = .present(try Item(from: decoder))
            return
        }
        let removal = try Removal(from: decoder)
        self = .removed(id: removal.id, isForGood: removal.removed.reason == "deleted")
    }
}

/// The position where the next round of changes starts; store it with the objects.
///
/// It is not a credential, but reveals which properties the app tracks. Graph accepts it for seven days.
///
/// ```swift
/// let kept = try JSONEncoder().encode(token)
/// let again = try JSONDecoder().decode(GraphDeltaToken.self, from: kept)
/// let round = graph.peopleChanges(since: again)
/// ```
public struct GraphDeltaToken: Sendable, Hashable, Codable {
    /// The URL of the next round, which is validated before each use.
    let link: String

    init(link: String) { self.link = link }

    /// Decodes a stored token.
    public init(from decoder: any Decoder) throws { link = try decoder.singleValueContainer().decode(String.self) }

    /// Encodes the token as one string.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(link)
    }
}

extension GraphClient {
    /// Returns the people who were added, changed, or removed since the last round; all people without a token.
    public func peopleChanges(since token: GraphDeltaToken? = nil) -> GraphChanges<Person> {
        changes(of: "/users", select: Person.properties, since: token, needing: .userReadBasicAll)
    }

    /// Returns the groups that were added, changed, or removed since the last round; all groups without a token.
    ///
    /// With members, the round also includes groups whose members changed, in ``GraphGroup/memberChanges``. With a
    /// token, this argument is ignored: the first round's value applies.
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
    /// Without a token, it returns everything; `select` has the Graph names of the properties to track, or is empty for
    /// Graph's default. A changed object can have only the properties that changed. A path that cannot name a list
    /// fails with status 404 at the first page.
    public func changes<Item: Decodable & Sendable>(
        of path: GraphPath, as type: Item.Type = Item.self, select: [String] = [], since token: GraphDeltaToken? = nil
    ) -> GraphChanges<Item> {
        changes(of: path, select: select, since: token, needing: nil)
    }

    private func changes<Item>(
        of path: GraphPath, select: [String], since token: GraphDeltaToken?, needing permission: GraphPermission?
    ) -> GraphChanges<Item> {
        let first = {
            if let token { return try nextAddress(token.link) as URL }
            return try address(GraphPath(stringLiteral: "\(path.encoded ?? "..")/delta"), GraphQuery(select: select))
        }
        // Graph sends many empty pages while it searches for changes.
        return GraphChanges(walk: PageWalk(self, from: first, needing: permission, maximumEmptyPages: 1_000))
    }
}
