// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
import PortableFoundation

extension GraphClient {
    /// Returns any entity, by its path below Graph's version; the properties of the result have Graph's names.
    ///
    /// - Throws: ``GraphError``, with status 404 and without a request for a path that cannot name an entity; or an
    ///   error of the transport.
    public func get<Entity: Decodable & Sendable>(
        _ path: GraphPath, _ query: GraphQuery = GraphQuery(), as type: Entity.Type = Entity.self
    ) async throws -> Entity {
        try await get(try address(path, query), fields: query.fields, needing: nil)
    }

    /// Returns any list, page by page; a path that cannot name a list fails with status 404 at the first page.
    public func pages<Item: Decodable & Sendable>(
        _ path: GraphPath, _ query: GraphQuery = GraphQuery(), of type: Item.Type = Item.self
    ) -> GraphPages<Item> {
        pages(path, query, needing: nil)
    }

    /// Returns the number of objects in a list, such as `/users`; only the query's filter and search have an effect.
    ///
    /// The count is eventually consistent: a newly added object might be missing. Azure AD B2C tenants do not support
    /// counting.
    ///
    /// - Throws: The same errors as ``get(_:_:as:)``.
    public func count(_ path: GraphPath, _ query: GraphQuery = GraphQuery()) async throws -> Int {
        var query = query
        query.counts = true
        let fields = query.fields
        query.counts = false
        let target = GraphPath(stringLiteral: "\(path.encoded ?? "..")/$count")
        let response = try await response(
            from: try address(target, query), accepting: "text/plain", fields: fields, needing: nil)
        // Graph sends a byte order mark before the number.
        let text = String(decoding: response.body, as: UTF8.self).trimmed {
            $0.isSpace || $0 == "\u{FEFF}"
        }
        guard let count = Int(text), count >= 0 else { throw GraphError.unreadable("the response is not a number") }
        return count
    }

    func pages<Item>(
        _ path: GraphPath, _ query: GraphQuery, needing permission: GraphPermission?
    ) -> GraphPages<Item> {
        pages(at: { try address(path, query) }, fields: query.fields, needing: permission)
    }

    /// An invalid address fails when the first page is requested.
    func pages<Item>(
        at address: () throws -> URL, fields: HTTPFields = [:], needing permission: GraphPermission?
    ) -> GraphPages<Item> {
        GraphPages(walk: PageWalk(self, from: address, fields: fields, needing: permission))
    }
}

extension GraphClient {
    /// Returns the people whose given name, family name, display name, email address, or user name begins with a text.
    ///
    /// Graph does not sort filtered results. An empty text matches all people, sorted by name. The text is taken
    /// literally, without surrounding spaces; for the page size, see ``GraphQuery/top``.
    public func people(matching text: String, pageSize: Int? = nil) -> PeoplePages {
        let text = text.trimmed()
        guard !text.isEmpty else { return people(GraphQuery(orderBy: ["displayName"]), pageSize: pageSize) }
        let filter: ODataExpression = """
            startswith(givenName,\(text)) or startswith(surname,\(text)) or startswith(displayName,\(text)) \
            or startswith(mail,\(text)) or startswith(userPrincipalName,\(text))
            """
        return people(GraphQuery(filter: filter), pageSize: pageSize)
    }

    /// Searches several properties for words that begin with a text, with Graph's own search.
    ///
    /// Unlike ``people(matching:pageSize:)``, it also finds words inside a display name. Graph rejects an empty text.
    /// Azure AD B2C tenants do not support this search. A page has 1 to 999 people.
    public func people(
        searching text: String, in properties: [String] = ["displayName", "mail", "userPrincipalName"],
        pageSize: Int? = nil
    ) -> PeoplePages {
        people(GraphQuery(search: GraphSearch(text, in: properties)), pageSize: pageSize)
    }

    /// Returns the people whose given name begins with a text, which is taken literally, including quotes.
    ///
    /// A page has 1 to 999 people.
    public func people(givenNameStartsWith prefix: String, pageSize: Int? = nil) -> PeoplePages {
        people(GraphQuery(filter: "startswith(givenName,\(prefix))"), pageSize: pageSize)
    }

    /// Returns all people of the directory, in Graph's order, with 1 to 999 on each page.
    public func allPeople(pageSize: Int? = nil) -> PeoplePages { people(GraphQuery(), pageSize: pageSize) }

    private func people(_ query: GraphQuery, pageSize: Int?) -> PeoplePages {
        var query = query
        (query.select, query.top) = (Person.properties, pageSize)
        return pages("/users", query, needing: .userReadBasicAll)
    }
}
