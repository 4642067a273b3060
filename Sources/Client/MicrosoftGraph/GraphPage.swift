// SPDX-License-Identifier: Apache-2.0

import OAuthMessages
import PortableFoundation

/// One response of Graph to a request for a list; its links are to be judged before they are followed.
///
/// OData JSON Format 4.01 §4.5
package struct GraphPage<Item: Decodable & Sendable>: Decodable, Sendable {
    /// The objects.
    package let value: [Item]
    /// The address of the next page.
    package let nextLink: String?
    /// The address of the next round of changes.
    package let deltaLink: String?
    /// The number of objects on all pages.
    let count: Int?

    private enum CodingKeys: String, CodingKey {
        case value
        case nextLink = "@odata.nextLink"
        case deltaLink = "@odata.deltaLink"
        case count = "@odata.count"
    }

}

/// The way from page to page: it ends, and no page comes twice.
struct PageWalk: Sendable {
    private(set) var next: URL?
    private var seen: Set<URL> = []
    private var emptyPages = 0
    private let maximumEmptyPages: Int

    /// No directory has so many pages; a server that goes on beyond this would hold the client for ever.
    private static let maximumPages = 10_000

    init(first: URL, maximumEmptyPages: Int = 10) {
        (next, self.maximumEmptyPages) = (first, maximumEmptyPages)
    }

    /// The address to request now; `nil` at the end.
    ///
    /// - Throws: ``GraphError`` for links that lead in a circle or on without end.
    func address() throws -> URL? {
        guard let next else { return nil }
        guard !seen.contains(next) else { throw GraphError.endless("the pages form a loop") }
        guard seen.count < Self.maximumPages, emptyPages <= maximumEmptyPages else {
            throw GraphError.endless("the pages do not end")
        }
        return next
    }

    /// Goes on after a page has arrived; after a failure, the same page comes again.
    mutating func arrived(isEmpty: Bool, next link: URL?) {
        if let next { seen.insert(next) }
        emptyPages = isEmpty ? emptyPages + 1 : 0
        next = link
    }
}
