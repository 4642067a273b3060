// SPDX-License-Identifier: Apache-2.0
public import Foundation
public import HTTPTransport
import HTTPTypes
import HTTPTypesFoundation

/// Reads people from Microsoft Graph.
///
/// It knows nothing of sign-in: it is handed a transport that carries the token.
public struct GraphClient: Sendable {
    private let endpoint: URL
    private let transport: any Transport

    /// Creates a client.
    ///
    /// - Parameters:
    ///   - endpoint: Graph's address with its version, such as `https://graph.microsoft.com/v1.0`.
    ///   - transport: What sends the requests, with a token on them.
    public init(endpoint: URL, over transport: any Transport) {
        self.endpoint = endpoint
        self.transport = transport
    }

    /// The person who is signed in.
    ///
    /// - Throws: ``GraphError``; what the transport throws.
    public func me() async throws -> Person {
        try await get(endpoint.appending(path: "me").selecting(Self.properties))
    }

    /// One person.
    ///
    /// - Parameter who: The person's id or user principal name.
    /// - Returns: The person, with whatever the caller may read.
    /// - Throws: ``GraphError``, with status 404 if there is nobody of that name; what the transport throws.
    public func person(_ who: String) async throws -> Person {
        // A user principal name that begins with a dollar sign would read as a part of the address itself.
        let path = who.hasPrefix("$") ? "users(\(ODataLiteral(who)))" : "users/\(who)"
        // Dots alone would lead to another place: to the list of everybody, or above it.
        guard !["", ".", ".."].contains(who), !who.contains("/"),
            let address = URL(string: path.percentEncodedPath, relativeTo: base)
        else {
            throw GraphError(status: 404, code: "Request_ResourceNotFound", message: "'\(who)' names nobody")
        }
        return try await get(address.absoluteURL.selecting(Self.properties))
    }

    /// The people whose given name begins with a text, page after page.
    ///
    /// - Parameters:
    ///   - prefix: What the name begins with, taken literally: quotes in it are text and nothing else.
    ///   - pageSize: How many people come with one answer, 1 to 999; `nil` leaves it to Graph.
    /// - Returns: Pages to iterate over; each is asked for when it is needed.
    public func people(givenNameStartsWith prefix: String, pageSize: Int? = nil) -> PeoplePages {
        var query = URLComponents()
        query.queryItems = [
            URLQueryItem(name: "$filter", value: "startswith(givenName,\(ODataLiteral(prefix)))"),
            URLQueryItem(name: "$select", value: Self.properties),
        ]
        if let pageSize { query.queryItems?.append(URLQueryItem(name: "$top", value: String(pageSize))) }
        // A plus sign would be read as a space.
        let encoded = query.percentEncodedQuery?.replacingOccurrences(of: "+", with: "%2B")
        var address = URLComponents(url: endpoint.appending(path: "users"), resolvingAgainstBaseURL: false)
        address?.percentEncodedQuery = encoded
        return PeoplePages(first: address?.url ?? endpoint, client: self)
    }

    /// Said explicitly, because Graph leaves the department out otherwise.
    private static let properties =
        "id,displayName,givenName,surname,userPrincipalName,mail,jobTitle,department,officeLocation,mobilePhone,"
        + "businessPhones,preferredLanguage"

    private var base: URL { endpoint.appending(path: "/", directoryHint: .isDirectory) }

    func get<Answer: Decodable>(_ address: URL) async throws -> Answer {
        var request = HTTPRequest(url: address)
        request.headerFields[.accept] = "application/json"
        let response = try await transport.send(request)
        guard response.status == .ok else {
            throw GraphError(status: response.status.code, body: response.body)
        }
        guard let answer = try? JSONDecoder().decode(Answer.self, from: response.body) else {
            throw GraphError(status: 200, body: Data())
        }
        return answer
    }

    /// The address of the next page, if it is one of Graph's own.
    ///
    /// - Throws: ``GraphError``: the token must not follow a link to another place.
    func nextAddress(_ link: String) throws -> URL {
        // A user name before the host is never Graph's; it is how links look like another place's to one reader.
        guard let address = URL(string: link), Origin(address) == Origin(endpoint), address.user() == nil
        else {
            throw GraphError(
                status: 200, code: "unreadable",
                message: "the next page lies at another address than Graph's; not followed")
        }
        return address
    }
}

extension URL {
    fileprivate func selecting(_ properties: String) -> URL {
        appending(queryItems: [URLQueryItem(name: "$select", value: properties)])
    }
}

extension String {
    /// One path segment: everything that has a meaning in an address is escaped.
    fileprivate var percentEncodedPath: String {
        var allowed = CharacterSet.urlPathAllowed
        allowed.remove(charactersIn: "#?%;")
        return addingPercentEncoding(withAllowedCharacters: allowed) ?? self
    }
}
