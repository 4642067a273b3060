// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
import PortableFoundation

extension GraphClient {
    /// Returns any entity.
    ///
    /// - Parameters:
    ///   - path: The entity's path below Graph's version.
    ///   - query: The query options.
    ///   - type: The type of the result, whose properties have Graph's names.
    /// - Returns: The entity.
    /// - Throws: ``GraphError``, with status 404 and without a request for a path that cannot name an entity; or an
    ///   error of the transport.
    public func get<Entity: Decodable & Sendable>(
        _ path: GraphPath, _ query: GraphQuery = GraphQuery(), as type: Entity.Type = Entity.self
    ) async throws -> Entity {
        try await get(try address(path, query), fields: query.fields, needing: nil)
    }

    /// Returns any list, page by page.
    ///
    /// - Parameters:
    ///   - path: The list's path below Graph's version.
    ///   - query: The query options.
    ///   - type: The type of the objects.
    /// - Returns: The pages, each requested when needed. A path that cannot name a list then fails with status 404.
    public func pages<Item: Decodable & Sendable>(
        _ path: GraphPath, _ query: GraphQuery = GraphQuery(), of type: Item.Type = Item.self
    ) -> GraphPages<Item> {
        pages(path, query, needing: nil)
    }

    /// Returns the number of objects in a list, such as `/users`.
    ///
    /// The count is eventually consistent: a newly added object might be missing. Azure AD B2C tenants do not support
    /// counting.
    ///
    /// - Parameters:
    ///   - path: The list's path below Graph's version.
    ///   - query: A filter or a search; other options have no effect.
    /// - Returns: The number.
    /// - Throws: The same errors as ``get(_:_:as:)``.
    public func count(_ path: GraphPath, _ query: GraphQuery = GraphQuery()) async throws -> Int {
        var query = query
        query.counts = true
        let fields = query.fields
        query.counts = false
        let target = GraphPath(stringLiteral: "\(path.encoded ?? "..")/$count")
        let response = try await response(
            from: try address(target, query), accepting: "text/plain", fields: fields, needing: nil)
        // Graph puts a byte order mark before the number.
        let text = String(decoding: response.body, as: UTF8.self).trimmed {
            $0.isSpace || $0 == "\u{FEFF}"
        }
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
