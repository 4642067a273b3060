// SPDX-License-Identifier: Apache-2.0
import HTTPTransport
package import PortableFoundation

extension GraphClient {
    /// The path and query of an entity below the version of Graph; it begins with a slash.
    ///
    /// - Throws: ``GraphError`` (404) for a path that cannot name an entity, without a request.
    func target(_ path: GraphPath, _ query: GraphQuery = GraphQuery()) throws -> String {
        guard let encoded = path.encoded else {
            throw GraphError.pathUnusable
        }
        return "/\(encoded)" + (query.encoded.map { "?\($0)" } ?? "")
    }

    /// The address of an entity.
    ///
    /// - Throws: As ``target(_:_:)``.
    func address(_ path: GraphPath, _ query: GraphQuery = GraphQuery()) throws -> URL {
        var base = endpoint.absoluteString
        while base.hasSuffix("/") { base.removeLast() }
        guard let address = URL(string: base + (try target(path, query))) else {
            throw GraphError.pathUnusable
        }
        return address
    }

    /// The address of a person, or of a part of that person.
    ///
    /// - Throws: ``GraphError`` (404) for text that cannot name a person, without a request.
    func address(of who: String, _ part: String = "", _ query: GraphQuery = GraphQuery()) throws -> URL {
        let person = GraphPath(person: who)
        guard let encoded = person.encoded else {
            throw GraphError.noPerson(who)
        }
        return try address(GraphPath(stringLiteral: encoded + part), query)
    }

    /// The address of the next page, or of the next round of changes, if it is a place of this Graph.
    ///
    /// - Throws: ``GraphError``: the token must not follow a link to another place.
    package func nextAddress(_ link: String) throws -> URL {
        guard link.utf8.count <= Self.longestLink, let address = URL(string: link),
            Origin.isShared(by: address, endpoint), address.fragment() == nil, isBelowEndpoint(address)
        else {
            throw GraphError.unreadable("the link to the next page does not point to Graph, and is not followed")
        }
        return address
    }

    /// The address of a page's link; an empty link is none.
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

    /// Graph's longest links have some kilobytes.
    private static let longestLink = 32 << 10
}
