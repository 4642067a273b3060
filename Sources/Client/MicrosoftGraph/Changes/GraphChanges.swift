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

    /// The first address, or the refusal of the path or token.
    let first: Result<URL, GraphError>
    let client: GraphClient
    var permission: GraphPermission?

    /// Requests one page at a time.
    ///
    /// After an error, the next call requests the same page again.
    public struct Iterator: AsyncIteratorProtocol, Sendable {
        private var walk: Result<PageWalk, GraphError>
        private let round: GraphChanges

        /// Graph sends many empty pages while it looks for changes.
        private static var maximumEmptyPages: Int { 1_000 }

        init(_ round: GraphChanges) {
            self.round = round
            walk = round.first.map { PageWalk(first: $0, maximumEmptyPages: Self.maximumEmptyPages) }
        }

        /// Returns the next page, or `nil` after the last.
        ///
        /// - Throws: ``GraphError`` for links that leave the endpoint, form a cycle, or never end, and, with
        ///   ``GraphError/mustReadAgain``, for a token that is too old; or an error of the transport.
        public mutating func next() async throws -> Page? {
            var walk = try walk.get()
            guard let address = try walk.address() else { return nil }
            let client = round.client
            let page: GraphPage<GraphChange<Item>> = try await client.get(address, needing: round.permission)
            let next = try client.nextAddress(page.nextLink)
            let end = try client.nextAddress(page.deltaLink).map { GraphDeltaToken(link: $0.absoluteString) }
            guard (next == nil) != (end == nil) else {
                throw GraphError.unreadable(
                    "a page of changes has no link, or two", remedy: "report it to the server's operator")
            }
            walk.arrived(isEmpty: page.value.isEmpty, next: next)
            self.walk = .success(walk)
            return Page(changes: page.value, token: end)
        }
    }

    /// Returns an iterator that starts with the first page.
    public func makeAsyncIterator() -> Iterator { Iterator(self) }
}
