// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
import OAuthMessages
import PortableFoundation

/// The pages of a list, in Graph's order; each is requested when the loop reaches it.
///
/// ```swift
/// for try await page in graph.people(matching: "sil", pageSize: 50) {
///     await show(page.compactMap(\.displayName).joined(separator: "\n"))
/// }
/// ```
public struct GraphPages<Item: Decodable & Sendable>: AsyncSequence, Sendable {
    /// One page; can be empty although more pages follow.
    public typealias Element = [Item]

    let walk: PageWalk

    /// Requests one page at a time.
    ///
    /// After an error, the next call requests the same page again.
    public struct Iterator: AsyncIteratorProtocol, Sendable {
        fileprivate var walk: PageWalk
        /// The number of objects on all pages, if the query requested it and the first page has arrived.
        public private(set) var count: Int?

        /// Whether there is another page, which can be empty.
        public var hasMore: Bool { position != nil }

        /// The URL of the next page, for ``GraphPages/continued(at:)``; `nil` after the last.
        public var position: String? { walk.address?.absoluteString }

        /// Returns the next page, or `nil` after the last.
        ///
        /// - Throws: ``GraphError``, also for links that leave the endpoint, form a cycle, or never end; or an error of
        ///   the transport.
        public mutating func next() async throws -> [Item]? {
            let page: GraphPage<Item>? = try await walk.page()
            count = page?.count ?? count
            return page?.value
        }
    }

    /// Returns an iterator that starts with the first page.
    public func makeAsyncIterator() -> Iterator { Iterator(walk: walk) }

    /// Returns the same list, starting at a later page.
    ///
    /// - Throws: ``GraphError`` for a URL outside the client's endpoint.
    public func continued(at position: String) throws -> GraphPages {
        GraphPages(walk: walk.continued(at: try walk.client.nextAddress(position)))
    }

    /// Returns the objects on all pages, up to a limit; none for a limit below 1.
    ///
    /// - Throws: The same errors as ``Iterator/next()``.
    public func all(limit: Int = .max) async throws -> [Item] {
        var items: [Item] = []
        for try await page in self {
            items += page
            if items.count >= limit { break }
        }
        return Array(items.prefix(Swift.max(0, limit)))
    }
}

/// A list of people, page by page.
public typealias PeoplePages = GraphPages<Person>

/// One page of a list, whose links are validated before use. OData JSON Format 4.01 §4.5
package struct GraphPage<Item: Decodable & Sendable>: Decodable, Sendable {
    package let value: [Item]
    package let nextLink: String?
    package let deltaLink: String?
    let count: Int?

    private enum CodingKeys: String, CodingKey {
        case value
        case nextLink = "@odata.nextLink"
        case deltaLink = "@odata.deltaLink"
        case count = "@odata.count"
    }
}

/// Requests page after page; the walk ends, and no page is requested twice.
struct PageWalk: Sendable {
    let client: GraphClient
    private var next: Result<URL?, GraphError>
    private let fields: HTTPFields
    private let permission: GraphPermission?
    private let maximumEmptyPages: Int
    private var seen: Set<URL> = []
    private var emptyPages = 0

    /// No directory has this many pages, but a faulty server could continue forever.
    private static let maximumPages = 10_000

    init(
        _ client: GraphClient, from first: () throws -> URL, fields: HTTPFields = [:],
        needing permission: GraphPermission?, maximumEmptyPages: Int = 10
    ) {
        next = Result { try first() }.mapError { $0 as? GraphError ?? .pathUnusable }
        (self.client, self.fields, self.permission) = (client, fields, permission)
        self.maximumEmptyPages = maximumEmptyPages
    }

    var address: URL? { (try? next.get()) ?? nil }

    func continued(at address: URL) -> PageWalk {
        PageWalk(client, from: { address }, fields: fields, needing: permission, maximumEmptyPages: maximumEmptyPages)
    }

    /// After an error, the next call requests the same page again.
    ///
    /// - Throws: ``GraphError``, also for links that form a cycle or never end; an error of the transport.
    mutating func page<Item>() async throws -> GraphPage<Item>? {
        guard let address = try next.get() else { return nil }
        guard !seen.contains(address) else { throw GraphError.endless("the pages form a loop") }
        guard seen.count < Self.maximumPages, emptyPages <= maximumEmptyPages else {
            throw GraphError.endless("the pages do not end")
        }
        let page: GraphPage<Item> = try await client.get(address, fields: fields, needing: permission)
        next = .success(try client.nextAddress(page.nextLink))
        seen.insert(address)
        emptyPages = page.value.isEmpty ? emptyPages + 1 : 0
        return page
    }
}
