// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
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

    /// The first address, or the refusal of the path.
    let first: Result<URL, GraphError>
    let client: GraphClient
    /// The header fields that each of the requests needs.
    var fields: HTTPFields = [:]
    var permission: GraphPermission?

    /// Requests one page at a time.
    ///
    /// After an error, the next call requests the same page again.
    public struct Iterator: AsyncIteratorProtocol, Sendable {
        private var walk: Result<PageWalk, GraphError>
        private let pages: GraphPages
        /// The number of objects on all pages, if the query requested it and the first page has arrived.
        public private(set) var count: Int?

        init(_ pages: GraphPages) {
            self.pages = pages
            walk = pages.first.map { PageWalk(first: $0) }
        }

        /// Whether there is another page, which can be empty.
        public var hasMore: Bool { (try? walk.get())?.next != nil }

        /// The address of the next page, to go on there with ``GraphPages/continued(at:)``.
        package var position: String? { (try? walk.get())?.next?.absoluteString }

        /// Returns the next page, or `nil` after the last.
        ///
        /// - Throws: ``GraphError``, also for links that leave the endpoint, form a cycle, or never end; or an error of
        ///   the transport.
        public mutating func next() async throws -> [Item]? {
            var walk = try walk.get()
            guard let address = try walk.address() else { return nil }
            let page: GraphPage<Item> = try await pages.client.get(
                address, fields: pages.fields, needing: pages.permission)
            walk.arrived(isEmpty: page.value.isEmpty, next: try pages.client.nextAddress(page.nextLink))
            self.walk = .success(walk)
            if let count = page.count { self.count = count }
            return page.value
        }
    }

    /// Returns an iterator that starts with the first page.
    public func makeAsyncIterator() -> Iterator { Iterator(self) }

    /// The same list from a later page on.
    ///
    /// - Throws: ``GraphError`` for an address of another place.
    package func continued(at position: String) throws -> GraphPages {
        GraphPages(
            first: .success(try client.nextAddress(position)), client: client, fields: fields, permission: permission)
    }

    /// Returns the objects on all pages.
    ///
    /// - Parameter limit: The maximum number of objects; none are returned for a number below 1.
    /// - Returns: The objects, in Graph's order.
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
