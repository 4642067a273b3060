// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPServing
import HTTPTypes
import Hummingbird
import OAuth

/// The part of Microsoft Graph that is about people.
struct GraphEndpoints: Sendable {
    let platform: IdentityPlatform

    func add(to router: Router<ServingContext>) {
        router.get("/v1.0/me") { request, _ in
            try await answer(request) { caller, query in
                guard !caller.permissions.isEmpty else { throw GraphFault.insufficientPrivileges }
                return try JSONReply.make(try resource(caller.person, for: caller, query))
            }
        }
        router.get("/v1.0/users") { request, _ in
            try await answer(request) { caller, query in
                try caller.requireListing(filteredBy: query.filter)
                return try JSONReply.make(try await page(for: caller, query))
            }
        }
        router.get("/v1.0/users/:who") { request, context in
            let segment = try context.parameters.require("who")
            let who = segment.removingPercentEncoding ?? segment
            return try await answer(request) { caller, query in
                guard let person = try await platform.database.person(who, in: caller.person.tenantID) else {
                    throw GraphFault.notFound(who)
                }
                return try JSONReply.make(try resource(person, for: caller, query))
            }
        }
        for path in ["/v1.0/me", "/v1.0/users", "/v1.0/users/:who"] {
            for method in [HTTPRequest.Method.post, .put, .patch, .delete] {
                router.on(RouterPath(path), method: method) { request, _ in
                    try await answer(request) { _, _ in throw GraphFault.methodNotAllowed }
                }
            }
        }
    }

    private func resource(_ person: DirectoryPerson, for caller: GraphCaller, _ query: UserQuery) throws -> UserResource
    {
        let selected = query.properties.map { "(\($0.joined(separator: ",")))" } ?? ""
        return UserResource(
            person: person, properties: query.properties ?? UserResource.defaultProperties,
            readable: try caller.readableProperties(of: person), context: context("users\(selected)/$entity"))
    }

    private func page(for caller: GraphCaller, _ query: UserQuery) async throws -> UserPage {
        let everybody = try await platform.database.people(of: caller.person.tenantID)
        let found = everybody.filter { query.filter?.matches($0) ?? true }
        let shown = found.dropFirst(query.offset).prefix(query.pageSize)
        let end = query.offset + shown.count
        var properties = query.properties ?? UserResource.defaultProperties
        if !properties.contains("id") { properties.append("id") }
        let selected = query.properties.map { "(\($0.joined(separator: ",")))" } ?? ""
        let link = end < found.count ? "\(platform.graphURL)/users?\(query.continued(at: end).encoded)" : nil
        return UserPage(
            context: context("users\(selected)"), nextLink: link,
            value: try shown.map {
                UserResource(
                    person: $0, properties: properties, readable: try caller.readableProperties(of: $0), context: nil)
            })
    }

    private func context(_ fragment: String) -> String { "\(platform.graphURL)/$metadata#\(fragment)" }

    /// Finds out who asks and what, and says faults in Graph's words.
    private func answer(
        _ request: Request, _ body: (GraphCaller, UserQuery) async throws -> Response
    ) async throws -> Response {
        let requestID = platform.settings.random.identifier()
        let clientRequestID = CorrelationID(in: request.headers)?.text ?? requestID
        var response: Response
        do {
            let caller = try await GraphDoor(platform: platform).caller(of: request.headers)
            guard let parameters = FormParameters(encoded: request.uri.query ?? "") else {
                throw GraphFault.badRequest("The query is not percent-encoded UTF-8.")
            }
            response = try await body(caller, try UserQuery(parameters))
        } catch let fault as GraphFault {
            response = try fault.response(
                requestID: requestID, clientRequestID: clientRequestID, now: platform.settings.now())
        }
        for (name, value) in [("request-id", requestID), (CorrelationID.name, clientRequestID)] {
            if let name = HTTPField.Name(name) { response.headers[name] = value }
        }
        return response
    }
}

/// One page of people.
private struct UserPage: Encodable {
    let context: String
    let nextLink: String?
    let value: [UserResource]

    enum CodingKeys: String, CodingKey {
        case value
        case context = "@odata.context"
        case nextLink = "@odata.nextLink"
    }
}
