// SPDX-License-Identifier: Apache-2.0
import Foundation
package import HTTPServing
import HTTPTypes
package import Hummingbird
import OAuth
package import TenantAuthorization
import TenantDirectory

/// The part of Microsoft Graph for people and their groups.
package struct GraphEndpoints: Sendable {
    package let platform: PlatformContext

    package init(platform: PlatformContext) {
        self.platform = platform
    }

    package func add(to router: Router<ServingContext>) {
        for method in [HTTPRequest.Method.get, .post, .put, .patch, .delete] {
            router.on("/v1.0/**", method: method) { request, _ in try await answer(request) }
        }
    }

    /// Answers a request; faults become errors in Graph's form.
    private func answer(_ request: Request) async throws -> Response {
        let requestID = platform.settings.random.identifier()
        let clientRequestID = CorrelationID(in: request.headers)?.text ?? requestID
        var response: Response
        do {
            response = try await content(for: request)
        } catch let fault as GraphFault {
            response = fault.response(
                requestID: requestID, clientRequestID: clientRequestID, now: platform.settings.now())
        }
        for (name, value) in [("request-id", requestID), (CorrelationID.name, clientRequestID)] {
            if let name = HTTPField.Name(name) { response.headers[name] = value }
        }
        return response
    }

    private func content(for request: Request) async throws -> Response {
        let caller = try await GraphDoor(platform: platform).caller(of: request.headers)
        let target = try GraphTarget(path: request.uri.path)
        try target.require(request.method)
        if target.isAction {
            let content = try await RequestContent(of: request).bytes
            return try await UserActions(platform: platform, caller: caller).perform(target, content: content)
        }
        guard let parameters = FormParameters(encoded: request.uri.query ?? "") else {
            throw GraphFault.badRequest("The query is not percent-encoded UTF-8.")
        }
        if case .organization(let id) = target {
            return try OrganizationReader(parameters, caller: caller, platform: platform).read(id)
        }
        if let reader = try GroupReader(target, parameters, caller: caller, platform: platform) {
            return try await reader.read()
        }
        let isEventual = AdvancedQuery.isEventual(request.headers)
        guard target != .countOfEverybody || isEventual else { throw GraphFault.countNotSupported }
        let query = try UserQuery(
            parameters, isEventual: isEventual, countsBySegment: target == .countOfEverybody)
        return try await UserReader(platform: platform, caller: caller, query: query).read(target)
    }
}
