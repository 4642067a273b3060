// SPDX-License-Identifier: Apache-2.0
import Foundation

extension GraphClient {
    /// The people with a given name, family name, display name, mail address or user name that begins with a text.
    ///
    /// They come in Graph's order: it does not sort filtered results. An empty text matches all people, sorted by name.
    ///
    /// - Parameters:
    ///   - text: The typed text, taken literally; spaces around it do not count.
    ///   - pageSize: How many people come with one response, 1 to 999; `nil` leaves it to Graph.
    /// - Returns: Pages to iterate over; each is requested when it is needed.
    public func people(matching text: String, pageSize: Int? = nil) -> PeoplePages {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !text.isEmpty else { return people(GraphQuery(orderBy: ["displayName"]), pageSize: pageSize) }
        let filter: ODataExpression = """
            startswith(givenName,\(text)) or startswith(surname,\(text)) or startswith(displayName,\(text)) \
            or startswith(mail,\(text)) or startswith(userPrincipalName,\(text))
            """
        return people(GraphQuery(filter: filter), pageSize: pageSize)
    }

    /// The people with words that begin with a text, in any of several properties: Graph's own search.
    ///
    /// Unlike ``people(matching:pageSize:)`` it also finds the words inside a display name. Tenants of Azure AD B2C do
    /// not offer it.
    ///
    /// - Parameters:
    ///   - text: The text, taken literally; Graph refuses an empty one.
    ///   - properties: The properties by Graph's names.
    ///   - pageSize: How many people come with one response, 1 to 999; `nil` leaves it to Graph.
    /// - Returns: Pages to iterate over; each is requested when it is needed.
    public func people(
        searching text: String, in properties: [String] = ["displayName", "mail", "userPrincipalName"],
        pageSize: Int? = nil
    ) -> PeoplePages {
        people(GraphQuery(search: GraphSearch(text, in: properties)), pageSize: pageSize)
    }

    /// The people with a given name that begins with a text, page after page.
    ///
    /// - Parameters:
    ///   - prefix: The beginning of the name, taken literally: quotes in it are only text.
    ///   - pageSize: How many people come with one response, 1 to 999; `nil` leaves it to Graph.
    /// - Returns: Pages to iterate over; each is requested when it is needed.
    public func people(givenNameStartsWith prefix: String, pageSize: Int? = nil) -> PeoplePages {
        people(GraphQuery(filter: "startswith(givenName,\(prefix))"), pageSize: pageSize)
    }

    /// All people of the directory in Graph's own order, page after page.
    ///
    /// - Parameter pageSize: How many people come with one response, 1 to 999; `nil` leaves it to Graph.
    /// - Returns: Pages to iterate over; each is requested when it is needed.
    public func allPeople(pageSize: Int? = nil) -> PeoplePages { people(GraphQuery(), pageSize: pageSize) }

    private func people(_ query: GraphQuery, pageSize: Int?) -> PeoplePages {
        var query = query
        (query.select, query.top) = (Person.properties, pageSize)
        return pages("/users", query, needing: .userReadBasicAll)
    }
}
