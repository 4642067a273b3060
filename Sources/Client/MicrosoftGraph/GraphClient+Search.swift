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
        guard !text.isEmpty else { return people(asking: ("$orderby", "displayName"), pageSize: pageSize) }
        let literal = ODataLiteral(text)
        let conditions = ["givenName", "surname", "displayName", "mail", "userPrincipalName"]
            .map { "startswith(\($0),\(literal))" }
        return people(asking: ("$filter", conditions.joined(separator: " or ")), pageSize: pageSize)
    }

    /// The people with a given name that begins with a text, page after page.
    ///
    /// - Parameters:
    ///   - prefix: The beginning of the name, taken literally: quotes in it are only text.
    ///   - pageSize: How many people come with one response, 1 to 999; `nil` leaves it to Graph.
    /// - Returns: Pages to iterate over; each is requested when it is needed.
    public func people(givenNameStartsWith prefix: String, pageSize: Int? = nil) -> PeoplePages {
        people(asking: ("$filter", "startswith(givenName,\(ODataLiteral(prefix)))"), pageSize: pageSize)
    }

    private func people(asking option: (name: String, value: String), pageSize: Int?) -> PeoplePages {
        var options = [
            URLQueryItem(name: option.name, value: option.value),
            URLQueryItem(name: "$select", value: Person.properties),
        ]
        if let pageSize { options.append(URLQueryItem(name: "$top", value: String(pageSize))) }
        return PeoplePages(first: address("users", asking: options), client: self, permission: .userReadBasicAll)
    }
}
