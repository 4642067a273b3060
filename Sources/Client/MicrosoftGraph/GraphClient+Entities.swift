// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPMessages

extension GraphClient {
    /// Any entity.
    ///
    /// - Parameters:
    ///   - path: The entity's path below the version of Graph.
    ///   - query: The query options.
    ///   - type: The type of the result, with Graph's names of the properties.
    /// - Returns: The entity.
    /// - Throws: ``GraphError``, with status 404 and without a request for a path that cannot name an entity; the
    ///   errors of the transport.
    public func get<Entity: Decodable & Sendable>(
        _ path: GraphPath, _ query: GraphQuery = GraphQuery(), as type: Entity.Type = Entity.self
    ) async throws -> Entity {
        try await get(try address(path, query), fields: query.fields, needing: nil)
    }

    /// Any list, page after page.
    ///
    /// - Parameters:
    ///   - path: The list's path below the version of Graph.
    ///   - query: The query options.
    ///   - type: The type of the objects.
    /// - Returns: Pages to iterate over; each is requested when needed. A path that cannot name a list fails then,
    ///   with status 404.
    public func pages<Item: Decodable & Sendable>(
        _ path: GraphPath, _ query: GraphQuery = GraphQuery(), of type: Item.Type = Item.self
    ) -> GraphPages<Item> {
        pages(path, query, needing: nil)
    }

    /// The number of objects in a list, such as `/users`.
    ///
    /// Graph counts only eventually: an object that was added a moment ago may be missing. Tenants of Azure AD B2C
    /// count nothing.
    ///
    /// - Parameters:
    ///   - path: The list's path below the version of Graph.
    ///   - query: A filter or a search; other options have no meaning here.
    /// - Returns: The number.
    /// - Throws: As ``get(_:_:as:)``.
    public func count(_ path: GraphPath, _ query: GraphQuery = GraphQuery()) async throws -> Int {
        var query = query
        query.counts = true
        let fields = query.fields
        query.counts = false
        let target = GraphPath(stringLiteral: "\(path.encoded ?? "..")/$count")
        let response = try await response(
            from: try address(target, query), accepting: "text/plain", fields: fields, needing: nil)
        // Graph puts a byte order mark before the number.
        let text = String(decoding: response.body, as: UTF8.self).trimmingCharacters(
            in: CharacterSet(charactersIn: "\u{FEFF}").union(.whitespacesAndNewlines))
        guard let count = Int(text), count >= 0 else {
            throw GraphError.unreadable("the response is not a number")
        }
        return count
    }

    func pages<Item>(
        _ path: GraphPath, _ query: GraphQuery, needing permission: GraphPermission?
    ) -> GraphPages<Item> {
        pages(at: { try address(path, query) }, fields: query.fields, needing: permission)
    }

    /// The pages of a list; an address that cannot name one fails when the first page is requested.
    func pages<Item>(
        at address: () throws -> URL, fields: HTTPFields = [:], needing permission: GraphPermission?
    ) -> GraphPages<Item> {
        let first = Result(catching: address).mapError { $0 as? GraphError ?? .pathUnusable }
        return GraphPages(first: first, client: self, fields: fields, permission: permission)
    }
}
