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
import OAuthMessages
public import SignIn

extension URLRequest {
    /// Returns the request with an account's token, for the app's own `URLSession`, such as a background download.
    ///
    /// A transport requests a fresh token when the API rejects the first one. After a 401 here, send the request
    /// through `transport` once. Do not let the session follow redirects to other hosts with this request.
    ///
    /// ```swift
    /// let request = try await URLRequest(url: api.appending(path: "report")).authorized(for: transport)
    /// let (file, _) = try await URLSession.shared.download(for: request)
    /// await show("The report is at \(file.path).")
    /// ```
    ///
    /// - Parameter transport: The transport to the API, with the account and the permissions.
    /// - Returns: The request with `Authorization`, and with `DPoP` if the token is bound to a key.
    /// - Throws: `TransportError` (`unusableTarget`) for a URL that is not the API's, or an error from getting the
    ///   token.
    public func authorized(for transport: AuthorizedTransport) async throws -> URLRequest {
        guard let url else { throw TransportError(.unusableTarget, "the request has no URL") }
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
