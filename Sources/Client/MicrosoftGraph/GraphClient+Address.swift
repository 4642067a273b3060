// SPDX-License-Identifier: Apache-2.0
import HTTPTransport
package import PortableFoundation

extension GraphClient {
    /// Begins with a slash.
    ///
    /// - Throws: ``GraphError`` (404), without a request, for a path that cannot name an entity.
    func target(_ path: GraphPath, _ query: GraphQuery = GraphQuery()) throws -> String {
        guard let encoded = path.encoded else { throw GraphError.pathUnusable }
        return "/\(encoded)" + (query.encoded.map { "?\($0)" } ?? "")
    }

    func address(_ path: GraphPath, _ query: GraphQuery = GraphQuery()) throws -> URL {
        var base = endpoint.absoluteString
        while base.hasSuffix("/") { base.removeLast() }
        guard let address = URL(string: base + (try target(path, query))) else { throw GraphError.pathUnusable }
        return address
    }

    /// - Throws: ``GraphError`` (404), without a request, for text that cannot name a person.
    func address(of who: String, _ part: String = "", _ query: GraphQuery = GraphQuery()) throws -> URL {
        let person = GraphPath(person: who)
        guard let encoded = person.encoded else { throw GraphError.noPerson(who) }
        return try address(GraphPath(stringLiteral: encoded + part), query)
    }

    /// Validates the link to a page or to the next round of changes: the token must not follow a link to another
    /// server.
    package func nextAddress(_ link: String) throws -> URL {
        guard link.utf8.count <= Self.longestLink, let address = URL(string: link),
            Origin.isShared(by: address, endpoint), address.fragment() == nil, isBelowEndpoint(address)
        else {
            throw GraphError.unreadable("the link to the next page does not point to Graph, and is not followed")
        }
        return address
    }

    func nextAddress(_ link: String?) throws -> URL? {
        try link.flatMap { $0.isEmpty ? nil : try nextAddress($0) as URL }
    }

    /// Whether the path continues that of the endpoint, at the boundary of a segment and without a way back.
    private func isBelowEndpoint(_ address: URL) -> Bool {
        let base = Self.segments(of: endpoint)
        let all = Self.segments(of: address)
        return all.count > base.count && all.starts(with: base)
            && all.allSatisfy { ![".", ".."].contains($0) && !$0.contains { "/\\".contains($0) } }
    }

    private static func segments(of address: URL) -> [String] {
        address.path(percentEncoded: true).split(separator: "/").map { $0.percentDecoded ?? ".." }
    }

    /// Graph's longest links have several kilobytes.
    private static let longestLink = 32 << 10
}
