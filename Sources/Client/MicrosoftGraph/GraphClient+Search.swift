// SPDX-License-Identifier: Apache-2.0
import PortableFoundation

extension GraphClient {
    /// Returns the people whose given name, family name, display name, email address, or user name begins with a text.
    ///
    /// Graph does not sort filtered results. An empty text matches all people, sorted by name.
    ///
    /// - Parameters:
    ///   - text: The typed text, taken literally, without surrounding spaces.
    ///   - pageSize: The page size, 1 to 999; `nil` for Graph's default.
    /// - Returns: The pages, each requested when needed.
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
    /// Unlike ``people(matching:pageSize:)``, it also finds words inside a display name. Azure AD B2C tenants do not
    /// support it.
    ///
    /// - Parameters:
    ///   - text: The text, taken literally. Graph rejects an empty one.
    ///   - properties: The properties to search, by their Graph names.
    ///   - pageSize: The page size, 1 to 999; `nil` for Graph's default.
    /// - Returns: The pages, each requested when needed.
    public func people(
        searching text: String, in properties: [String] = ["displayName", "mail", "userPrincipalName"],
        pageSize: Int? = nil
    ) -> PeoplePages {
        people(GraphQuery(search: GraphSearch(text, in: properties)), pageSize: pageSize)
    }

    /// Returns the people whose given name begins with a text.
    ///
    /// - Parameters:
    ///   - prefix: The beginning of the name, taken literally, including quotes.
    ///   - pageSize: The page size, 1 to 999; `nil` for Graph's default.
    /// - Returns: The pages, each requested when needed.
    public func people(givenNameStartsWith prefix: String, pageSize: Int? = nil) -> PeoplePages {
        people(GraphQuery(filter: "startswith(givenName,\(prefix))"), pageSize: pageSize)
    }

    /// Returns all people of the directory, in Graph's order.
    ///
    /// - Parameter pageSize: The page size, 1 to 999; `nil` for Graph's default.
    /// - Returns: The pages, each requested when needed.
    public func allPeople(pageSize: Int? = nil) -> PeoplePages { people(GraphQuery(), pageSize: pageSize) }

    private func people(_ query: GraphQuery, pageSize: Int?) -> PeoplePages {
        var query = query
        (query.select, query.top) = (Person.properties, pageSize)
        return pages("/users", query, needing: .userReadBasicAll)
    }
}
