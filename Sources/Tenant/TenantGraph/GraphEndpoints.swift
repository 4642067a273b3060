// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
package import HTTPServing
import OAuthMessages
import PortableFoundation
import SQLiteRecords
package import TenantAuthorization
import TenantDirectory

package struct GraphEndpoints: Sendable {
    package let platform: PlatformContext
    /// Handles each part of a batch, as middleware handles separate requests.
    private let partMiddleware: any RouterMiddleware<ServingContext>

    package init(platform: PlatformContext, eachPartThrough middleware: any RouterMiddleware<ServingContext>) {
        (self.platform, partMiddleware) = (platform, middleware)
    }

    package func add(to router: Router<ServingContext>) {
        for method in [HTTPRequest.Method.get, .post, .put, .patch, .delete] {
            router.on("/v1.0/**", method: method) { request, context in
                try await answer(
                    request, context, within: QueryBudget(instructions: platform.settings.graphInstructions))
            }
        }
        UserInfoEndpoint(platform: platform).add(to: router)
        AzureEndpoint(platform: platform).add(to: router)
    }

    /// A part of a batch has no context, so it cannot be another batch, and it shares the batch's budget.
    private func answer(
        _ request: Request, _ context: ServingContext?, within budget: QueryBudget
    ) async throws -> Response {
        let requestID = platform.settings.random.identifier()
        let clientRequestID = CorrelationID(in: request.headers)?.text ?? requestID
        func answer(_ fault: GraphFault) -> Response {
            fault.response(
                requestID: requestID, clientRequestID: clientRequestID, baseURL: platform.baseURL,
                now: platform.settings.now())
        }
        var response: Response
        do {
            response = try await content(for: request, context, within: budget)
        } catch let fault as GraphFault {
            response = answer(fault)
        } catch let error as DatabaseError where error.resultCode == .interrupt {
            response = answer(context == nil ? .batchTooExpensive : .tooExpensive)
        }
        for (name, value) in [("request-id", requestID), (CorrelationID.name, clientRequestID)] {
            if let name = HTTPField.Name(name) { response.headers[name] = value }
        }
        return response
    }

    private func batch(
        _ content: Data, _ request: Request, _ context: ServingContext?, within budget: QueryBudget
    ) async throws -> Response {
        guard let context else { throw GraphFault.unknownSegment("$batch") }
        let runner = BatchRunner(
            answer: { part in
                try await partMiddleware.handle(part, context: context) { part, _ in
                    try await answer(part, nil, within: budget)
                }
            }, authorization: request.headers[.authorization])
        return try await runner.run(try BatchRequest(content))
    }

    private func content(
        for request: Request, _ context: ServingContext?, within budget: QueryBudget
    ) async throws -> Response {
        var caller = try await GraphAuthenticator(platform: platform).caller(
            of: request.headers, takesAzureTokens: true)
        caller.budget = budget
        let target = try GraphTarget(path: request.uri.path)
        try target.require(request.method)
        let content = target.isAction ? try await RequestContent(of: request).bytes : Data()
        guard let parameters = target.isAction ? FormParameters() : FormParameters(encoded: request.uri.query ?? "")
        else { throw GraphFault.badRequest("The query is not percent-encoded UTF-8.") }
        let actions = UserActions(platform: platform, caller: caller)
        func groups() throws -> GroupReader { try GroupReader(parameters, caller: caller, platform: platform) }
        func people(counts: Bool = false) throws -> UserReader {
            let isEventual = AdvancedQuery.isEventual(request.headers)
            guard !counts || isEventual else { throw GraphFault.countNotSupported }
            let query = try UserQuery(parameters, isEventual: isEventual, countsBySegment: counts)
            return UserReader(platform: platform, caller: caller, query: query)
        }
        switch target {
        case .batch: return try await batch(content, request, context, within: budget)
        case .changes(let kind):
            return JSONReply.make(
                try await DeltaReader(parameters, of: kind, caller: caller, platform: platform).page())
        case .memberObjects(let subject): return try await actions.memberObjects(of: subject, content: content)
        case .revokeSignInSessions(let subject): return try await actions.revoke(subject)
        case .organization(let id):
            return try OrganizationReader(parameters, caller: caller, platform: platform).read(id)
        case .memberOf(let subject, let isTransitive):
            return try await groups().list(of: subject, isTransitive: isTransitive)
        case .groups: return try await groups().list()
        case .group(let id): return try groups().read(id)
        case .groupMembers(let id, let isTransitive):
            let reader = try GroupReader(
                parameters, knows: UserResource.allProperties, caller: caller, platform: platform)
            return try await reader.members(of: id, isTransitive: isTransitive)
        case .everybody: return JSONReply.make(try await people().listPage())
        case .countOfEverybody: return try await people(counts: true).count()
        case .profile(let subject): return JSONReply.make(try await people().profile(of: subject))
        case .manager(let subject): return JSONReply.make(try await people().manager(of: subject))
        case .directReports(let subject): return JSONReply.make(try await people().reportsPage(of: subject))
        case .photos(let subject): return PhotoReply.list(of: try await people().person(subject), on: platform)
        case .photo(let subject, let size):
            return try PhotoReply(person: try await people().person(subject), size: size).reply(on: platform)
        case .photoContent(let subject, let size):
            return try PhotoReply(person: try await people().person(subject), size: size).content()
        }
    }
}

/// OpenID Connect's UserInfo, for tokens of Microsoft Graph. OpenID Connect Core §5.3
struct UserInfoEndpoint: Sendable {
    let platform: PlatformContext

    func add(to router: Router<ServingContext>) {
        for method in [HTTPRequest.Method.get, .post] {
            router.on(RouterPath(TenantPath.userInfo), method: method) { request, _ in
                do {
                    return try await answer(request)
                } catch let fault as GraphFault {
                    let requestID = platform.settings.random.identifier()
                    return fault.response(
                        requestID: requestID, clientRequestID: CorrelationID(in: request.headers)?.text ?? requestID,
                        baseURL: platform.baseURL,
                        now: platform.settings.now())
                }
            }
        }
    }

    private func answer(_ request: Request) async throws -> Response {
        let caller = try await GraphAuthenticator(platform: platform).caller(of: request.headers)
        // A permission to read profiles includes the claims of the profile.
        let readsProfile = !caller.permissions.isEmpty
        guard let person = caller.person, readsProfile || caller.scopes.contains("openid") else {
            throw GraphFault.insufficientPrivileges
        }
        var members = [("sub", OrderedJSON.string(platform.keys.subject(of: person.id, for: caller.clientID ?? "")))]
        func add(_ name: String, _ value: String?) {
            if let value { members.append((name, .string(value))) }
        }
        if readsProfile || caller.scopes.contains("profile") {
            add("name", person.displayName)
            add("family_name", person.surname)
            add("given_name", person.givenName)
            add("picture", "\(platform.graphURL)/me/photo/$value")
        }
        if readsProfile || caller.scopes.contains("email") { add("email", person.mail) }
        return JSONReply.make(.object(members))
    }
}
