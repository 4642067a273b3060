// SPDX-License-Identifier: Apache-2.0
import Foundation

/// The pages of a list of people, in Graph's order; each is requested when the loop comes to it.
///
/// ```swift
/// for try await page in graph.people(matching: "sil", pageSize: 50) {
///     await show(page.compactMap(\.displayName).joined(separator: "\n"))
/// }
/// ```
public struct PeoplePages: AsyncSequence, Sendable {
    /// One page of people; it may be empty although more pages follow.
    public typealias Element = [Person]

    let first: URL
    let client: GraphClient
    let permission: GraphPermission

    /// Requests one page after the other.
    public struct Iterator: AsyncIteratorProtocol, Sendable {
        private var next: URL?
        private var seen: Set<URL> = []
        private var emptyPages = 0
        private let client: GraphClient
        private let permission: GraphPermission

        /// No directory has so many pages; a server that goes on beyond this would hold the client for ever.
        private static let maximumPages = 10_000
        private static let maximumEmptyPages = 10

        init(_ pages: PeoplePages) {
            next = pages.first
            client = pages.client
            permission = pages.permission
        }

        /// Whether there is another page, which may be empty.
        public var hasMore: Bool { next != nil }

        /// The next page, or `nil` after the last.
        ///
        /// - Throws: ``GraphError``, also for links that lead elsewhere, in a circle or on without end; the errors of
        ///   the transport.
        public mutating func next() async throws -> [Person]? {
            guard let address = next else { return nil }
            guard seen.insert(address).inserted else {
                throw GraphError.unreadable("the pages lead in a circle")
            }
            guard seen.count <= Self.maximumPages, emptyPages <= Self.maximumEmptyPages else {
                throw GraphError.unreadable("the pages have no end")
            }
            let page: PeopleAnswer = try await client.get(address, needing: permission)
            emptyPages = page.value.isEmpty ? emptyPages + 1 : 0
            next = try page.nextLink.map(client.nextAddress)
            return page.value
        }
    }

    /// Begins with the first page.
    public func makeAsyncIterator() -> Iterator { Iterator(self) }

    /// The people on all pages.
    ///
    /// - Parameter limit: The most people to return; none for a number below 1.
    /// - Returns: The people, in Graph's order.
    /// - Throws: As ``Iterator/next()``.
    public func all(limit: Int = .max) async throws -> [Person] {
        var people: [Person] = []
        for try await page in self {
            people += page
            if people.count >= limit { break }
        }
        return Array(people.prefix(Swift.max(0, limit)))
    }
}
