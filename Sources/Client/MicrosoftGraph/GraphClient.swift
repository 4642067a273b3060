// SPDX-License-Identifier: Apache-2.0
public import Foundation
import HTTPMessages
public import HTTPTransport

/// Reads people, groups and any other entity from Microsoft Graph.
///
/// It takes no part in the sign-in: the transport carries the token.
///
/// ```swift
/// let api = GraphClient.publicEndpoint
/// let transport = flow.authorizedTransport(for: account, scopes: ["User.Read"], to: api)
/// let me = try await GraphClient(endpoint: api, over: transport).me()
/// ```
public struct GraphClient: Sendable {
    package let endpoint: URL
    package let clock: RetryClock
    private let transport: any Transport

    /// Microsoft Graph of the public cloud, in version 1.0: `https://graph.microsoft.com/v1.0`.
    public static let publicEndpoint = URL(constant: "https://graph.microsoft.com/v1.0")

    /// Creates a client.
    ///
    /// - Parameters:
    ///   - endpoint: Graph's address with its version; ``publicEndpoint``, or that of another cloud.
    ///   - transport: Sends the requests, with a token on them.
    public init(endpoint: URL, over transport: any Transport) {
        self.init(endpoint: endpoint, over: transport, clock: .system)
    }

    /// Creates a client with clocks of its own.
    package init(endpoint: URL, over transport: any Transport, clock: RetryClock) {
        (self.endpoint, self.transport, self.clock) = (endpoint, transport, clock)
    }

    /// The signed-in person.
    ///
    /// - Throws: ``GraphError``; the errors of the transport.
    public func me() async throws -> Person {
        try await get(try address("/me", .ofPerson), needing: .userRead)
    }

    /// One person.
    ///
    /// - Parameter who: The person's id or user principal name.
    /// - Returns: The person, with the properties that the caller may read.
    /// - Throws: ``GraphError``, with status 404 if there is no such person; the errors of the transport.
    public func person(_ who: String) async throws -> Person {
        try await get(try address(of: who, "", .ofPerson), needing: .userReadBasicAll)
    }

    /// One person with a relation, in one request.
    ///
    /// - Parameters:
    ///   - who: The person's id or user principal name.
    ///   - relation: The relation to expand.
    /// - Returns: The person, with the properties that the caller may read.
    /// - Throws: As ``person(_:)``.
    public func person(_ who: String, expanding relation: GraphExpansion) async throws -> ExpandedPerson {
        let query = GraphQuery(select: Person.properties, expand: [relation])
        return try await get(try address(of: who, "", query), needing: .userReadAll)
    }

    /// Requests JSON.
    func get<Answer: Decodable>(
        _ address: URL, fields: HTTPFields = [:], needing permission: GraphPermission?
    ) async throws -> Answer {
        let response = try await response(
            from: address, accepting: "application/json", fields: fields, needing: permission)
        return try Self.decoded(response.body)
    }

    /// Reads JSON of Graph.
    ///
    /// - Throws: ``GraphError`` (`unreadable`).
    static func decoded<Answer: Decodable>(_ content: Data) throws -> Answer {
        guard let answer = try? JSONDecoder().decode(Answer.self, from: content) else {
            throw GraphError.unreadable("the response is not one of Microsoft Graph")
        }
        return answer
    }

    /// Requests any media type; each status but 200 is an error.
    func response(
        from address: URL, accepting mediaTypes: String, fields: HTTPFields = [:], needing permission: GraphPermission?
    ) async throws -> TransportResponse {
        var request = HTTPRequest(url: address)
        request.headerFields = fields
        request.headerFields[.accept] = mediaTypes
        return try await response(to: request, body: Data(), needing: permission)
    }

    /// Sends a request; each status but 200 is an error.
    func response(
        to request: HTTPRequest, body: Data, needing permission: GraphPermission?
    ) async throws -> TransportResponse {
        let response = try await transport.send(request, body: body)
        guard response.status == .ok else {
            throw GraphError(
                status: response.status.code, body: response.body, needing: permission,
                retryAfter: response.retryAfter(now: clock.date()))
        }
        return response
    }
}
