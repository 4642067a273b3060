// SPDX-License-Identifier: Apache-2.0
#if canImport(Security)
#if canImport(FoundationNetworking)
public import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif
import HTTPMessages
import HTTPTransport
public import SignIn

extension URLSession {
    /// Sends a request with an account's token through this session, and answers the API's challenges.
    ///
    /// The request is resent once if another token helps. A request with an `httpBodyStream` is not resent: you get the
    /// rejection. Do not let the session follow redirects to other hosts.
    ///
    /// - Throws: An error of the transport or of the session.
    public func data(
        for request: URLRequest, authorizedBy transport: AuthorizedTransport
    ) async throws -> (Data, URLResponse) {
        guard let url = request.url else { throw TransportError(.unusableTarget, "the request has no URL") }
        let isRepeatable = request.httpBodyStream == nil
        return try await transport.send(HTTPRequest(url: url), isRepeatable: isRepeatable) { authorized in
            var outgoing = request
            for field in authorized.headerFields {
                outgoing.setValue(field.value, forHTTPHeaderField: field.name.rawName)
            }
            let (data, response) = try await data(for: outgoing)
            var head = HTTPResponse(status: .init(code: (response as? HTTPURLResponse)?.statusCode ?? 0))
            let challenge = (response as? HTTPURLResponse)?.value(forHTTPHeaderField: "WWW-Authenticate")
            head.headerFields[.wwwAuthenticate] = challenge
            return (head, (data, response))
        }
    }
}
#endif
