// SPDX-License-Identifier: Apache-2.0
package import Foundation
import HTTPTransport

extension GraphClient {
    /// The address of a person, or of a part of that person.
    ///
    /// - Throws: ``GraphError`` (404) for text that cannot name a person, without a request.
    func address(of who: String, _ part: String = "") throws -> URL {
        // A user principal name with a dollar sign in front would read as a part of the address itself.
        let path = who.hasPrefix("$") ? "users(\(ODataLiteral(who)))" : "users/\(who)"
        let base = endpoint.appending(path: "/", directoryHint: .isDirectory)
        // Dots alone would lead to another place: to the list of all people, or above it.
        guard !["", ".", ".."].contains(who), !who.contains("/"),
            let address = URL(string: path.percentEncodedPath + part, relativeTo: base)
        else {
            throw GraphError(status: 404, code: "Request_ResourceNotFound", message: "'\(who)' names nobody")
        }
        return address.absoluteURL
    }

    /// The address of a list of people.
    func address(_ path: String, asking options: [URLQueryItem]) -> URL {
        var query = URLComponents()
        query.queryItems = options
        var address = URLComponents(url: endpoint.appending(path: path), resolvingAgainstBaseURL: false)
        // The server would read a plus sign as a space.
        address?.percentEncodedQuery = query.percentEncodedQuery?.replacingOccurrences(of: "+", with: "%2B")
        return address?.url ?? endpoint
    }

    /// The address of the next page, if it is at Graph's own origin.
    ///
    /// - Throws: ``GraphError``: the token must not follow a link to another place.
    package func nextAddress(_ link: String) throws -> URL {
        // Graph never writes a user name before the host; with one, a link to another place can look like Graph's.
        guard let address = URL(string: link), Origin.isShared(by: address, endpoint), address.user() == nil else {
            throw GraphError.unreadable("the next page lies at another address than Graph's; not followed")
        }
        return address
    }
}

extension URL {
    /// This address, with the properties to return.
    func selecting(_ properties: String) -> URL {
        appending(queryItems: [URLQueryItem(name: "$select", value: properties)])
    }
}

extension String {
    /// One path segment: characters with a meaning in an address are escaped.
    fileprivate var percentEncodedPath: String {
        addingPercentEncoding(withAllowedCharacters: .urlPathAllowed.subtracting(CharacterSet(charactersIn: ";")))
            ?? self
    }
}
