// SPDX-License-Identifier: Apache-2.0
public import Foundation
public import HTTPTransport
import HTTPTypes

/// Reads people from Microsoft Graph.
///
/// It takes no part in the sign-in: the transport carries the token.
///
/// ```swift
/// let api = GraphClient.publicEndpoint
/// let transport = flow.authorizedTransport(for: account, scopes: ["User.Read"], to: api)
/// let me = try await GraphClient(endpoint: api, over: transport).me()
/// ```
public struct GraphClient: Sendable {
    let endpoint: URL
    private let transport: any Transport

    /// Microsoft Graph of the public cloud, in version 1.0: `https://graph.microsoft.com/v1.0`.
    public static let publicEndpoint = URL(constant: "https://graph.microsoft.com/v1.0")

    /// Creates a client.
    ///
    /// - Parameters:
    ///   - endpoint: Graph's address with its version; ``publicEndpoint``, or that of another cloud.
    ///   - transport: Sends the requests, with a token on them.
    public init(endpoint: URL, over transport: any Transport) {
        self.endpoint = endpoint
        self.transport = transport
    }

    /// The signed-in person.
    ///
    /// - Throws: ``GraphError``; the errors of the transport.
    public func me() async throws -> Person {
        try await get(endpoint.appending(path: "me").selecting(Person.properties), needing: .userRead)
    }

    /// One person.
    ///
    /// - Parameter who: The person's id or user principal name.
    /// - Returns: The person, with the properties that the caller may read.
    /// - Throws: ``GraphError``, with status 404 if there is no such person; the errors of the transport.
    public func person(_ who: String) async throws -> Person {
        try await get(try address(of: who).selecting(Person.properties), needing: .userReadBasicAll)
    }

    /// Requests JSON.
    func get<Answer: Decodable>(_ address: URL, needing permission: GraphPermission) async throws -> Answer {
        let response = try await response(from: address, accepting: "application/json", needing: permission)
        guard let answer = try? JSONDecoder().decode(Answer.self, from: response.body) else {
            throw GraphError.unreadable("the response is not one of Microsoft Graph; check the address")
        }
        return answer
    }

    /// Requests any media type; each status but 200 is an error.
    func response(
        from address: URL, accepting mediaTypes: String, needing permission: GraphPermission
    ) async throws -> TransportResponse {
        var request = HTTPRequest(url: address)
        request.headerFields[.accept] = mediaTypes
        let response = try await transport.send(request)
        guard response.status == .ok else {
            throw GraphError(status: response.status.code, body: response.body, needing: permission)
        }
        return response
    }
}
