// SPDX-License-Identifier: Apache-2.0
#if canImport(Security)
#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif
import HTTPMessages
import HTTPTransport
import OAuth
public import SignIn

extension URLRequest {
    /// The request with an account's token, for a `URLSession` of the app's own, such as a download in the background.
    ///
    /// A transport asks for a fresh token when the API refuses the first one; after a 401 here, the app sends the
    /// request through `transport` once. Let the session follow no redirects to other hosts with this request.
    ///
    /// ```swift
    /// let request = try await URLRequest(url: api.appending(path: "report")).authorized(for: transport)
    /// let (file, _) = try await URLSession.shared.download(for: request)
    /// await show("The report is at \(file.path).")
    /// ```
    ///
    /// - Parameter transport: The transport to the API, which has the account and the permissions.
    /// - Returns: The request with `Authorization`, and with `DPoP` for a token that is bound to a key.
    /// - Throws: `TransportError` (`unusableTarget`) for an address that is not the API's, as the errors of the
    ///   transport's first token.
    public func authorized(for transport: AuthorizedTransport) async throws -> URLRequest {
        guard let url else { throw TransportError(.unusableTarget, "the request has no address") }
        let method = HTTPRequest.Method(httpMethod ?? "GET") ?? .get
        let signed = try await transport.signed(HTTPRequest(method: method, url: url))
        var authorized = self
        for field in signed.headerFields {
            authorized.setValue(field.value, forHTTPHeaderField: field.name.rawName)
        }
        return authorized
    }
}
#endif
