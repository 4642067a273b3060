// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
@_exported public import HTTPTransport  // An app that imports this target can name the types of its parameters and results.
import OAuthMessages
public import PortableFoundation

/// A client that reads users, groups, and any other Microsoft Graph entity.
///
/// It does not handle sign-in: the transport adds the token.
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

    /// Microsoft Graph version 1.0 in the public cloud: `https://graph.microsoft.com/v1.0`.
    public static let publicEndpoint = URL(constant: "https://graph.microsoft.com/v1.0")

    /// Creates a client of ``publicEndpoint``, or of the URL of another cloud with Graph's version; the transport adds
    /// the token.
    public init(endpoint: URL, over transport: any Transport) {
        self.init(endpoint: endpoint, over: transport, clock: .system)
    }

    package init(endpoint: URL, over transport: any Transport, clock: RetryClock) {
        (self.endpoint, self.transport, self.clock) = (endpoint, transport, clock)
    }

    /// Returns the signed-in user.
    ///
    /// - Throws: ``GraphError``, or an error of the transport.
    public func me() async throws -> Person { try await get(try address("/me", .ofPerson), needing: .userRead) }

    /// Returns one person by ID or user principal name, with the properties that the caller can read.
    ///
    /// - Throws: ``GraphError``, with status 404 if the person does not exist, or an error of the transport.
    public func person(_ who: String) async throws -> Person {
        try await get(try address(of: who, "", .ofPerson), needing: .userReadBasicAll)
    }

    /// Returns one person with a relation, in one request.
    ///
    /// - Throws: The same errors as ``person(_:)``.
    public func person(_ who: String, expanding relation: GraphExpansion) async throws -> ExpandedPerson {
        let query = GraphQuery(select: Person.properties, expand: [relation])
        return try await get(try address(of: who, "", query), needing: .userReadAll)
    }

    func get<Answer: Decodable>(
        _ address: URL, fields: HTTPFields = [:], needing permission: GraphPermission?
    ) async throws -> Answer {
        let response = try await response(
            from: address, accepting: "application/json", fields: fields, needing: permission)
        return try Self.decoded(response.body)
    }

    static func decoded<Answer: Decodable>(_ content: Data) throws -> Answer {
        do throws(ForeignJSON.Defect) {
            return try ForeignJSON.decode(from: content)
        } catch {
            throw GraphError.unreadable("the response is not from Microsoft Graph: it \(error)")
        }
    }

    /// Any status but 200 is an error.
    func response(
        from address: URL, accepting mediaTypes: String, fields: HTTPFields = [:], needing permission: GraphPermission?
    ) async throws -> TransportResponse {
        var request = HTTPRequest(url: address)
        request.headerFields = fields
        request.headerFields[.accept] = mediaTypes
        return try await response(to: request, body: Data(), needing: permission)
    }

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

extension GraphClient {
    /// Returns the directory's groups, page by page.
    public func groups() -> GraphPages<GraphGroup> { pages("/groups", GraphQuery(), needing: .groupMemberReadAll) }

    /// Returns a person's groups and roles, including indirect membership, page by page.
    ///
    /// Text that is neither an ID nor a user principal name fails with status 404 at the first page.
    public func groups(of who: String) -> GraphPages<GraphGroup> {
        pages(at: { try address(of: who, "/transitiveMemberOf") }, needing: .groupMemberReadAll)
    }

    /// Returns a group's members, including indirect membership, page by page.
    ///
    /// A member without a user principal name may be a group or a device. An ID that cannot name a group fails with
    /// status 404 at the first page.
    public func members(ofGroup group: String) -> PeoplePages {
        pages("/groups/\(group)/transitiveMembers", .ofPerson, needing: .groupMemberReadAll)
    }
}

extension GraphClient {
    /// Returns a person's photo, by default the largest; `nil` if there is none.
    ///
    /// - Throws: ``GraphError``, also for a response that is too large or not a photo; or an error of the transport.
    public func photo(of who: String, size: PersonPhoto.Size? = nil) async throws -> PersonPhoto? {
        let part = size.map { "/photos/\($0.rawValue)x\($0.rawValue)/$value" } ?? "/photo/$value"
        do {
            let response = try await response(
                from: try address(of: who, part), accepting: "image/jpeg, image/png", needing: .userReadBasicAll)
            return try PersonPhoto(contentType: response.head.headerFields[.contentType], data: response.body)
        } catch let error as GraphError where Self.isAbsentPhoto(error) {
            return nil
        }
    }

    static func isAbsentPhoto(_ error: GraphError) -> Bool { error.status == 404 && noPhoto.contains(error.code) }

    /// The second code is for personal accounts.
    private static let noPhoto: Set = ["ImageNotFound", "ConsumerPhotoIsNotSupported"]
}

extension GraphClient {
    /// Returns a person's manager; `nil` if there is none, or the person does not exist: Graph's response is the same.
    ///
    /// - Throws: ``GraphError``, or an error of the transport.
    public func manager(of who: String) async throws -> Person? {
        do {
            return try await get(try address(of: who, "/manager", .ofPerson), needing: .userReadAll)
        } catch let error as GraphError where error.status == 404 && error.code == "Request_ResourceNotFound" {
            return nil
        }
    }

    /// Returns a person's direct reports, page by page; text that cannot name a person fails with status 404 at the
    /// first page.
    public func directReports(of who: String) -> PeoplePages {
        pages(at: { try address(of: who, "/directReports", .ofPerson) }, needing: .userReadAll)
    }
}

extension GraphQuery {
    static let ofPerson = GraphQuery(select: Person.properties)
}
