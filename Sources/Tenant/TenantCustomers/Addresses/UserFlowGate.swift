// SPDX-License-Identifier: Apache-2.0
import HTTPServing
import HTTPTypes
import Hummingbird
import OAuth
package import TenantAuthorization
import TenantDirectory
import TenantEntra

/// Takes requests for user flows before the routes of Entra ID see them, and passes each to its endpoint with its flow.
package struct UserFlowGate: RouterMiddleware {
    package let platform: PlatformContext

    package init(platform: PlatformContext) {
        self.platform = platform
    }

    func handle(
        _ request: Request, context: ServingContext,
        next: @concurrent (Request, ServingContext) async throws -> Response
    ) async throws -> Response {
        // The endpoint refuses a query that cannot be parsed.
        let query = FormParameters(encoded: request.uri.query ?? "")
        guard
            let address = UserFlowAddress(path: request.uri.path, query: query ?? FormParameters())
                ?? UserFlowAddress(withoutFlow: request.uri.path)
        else { return try await next(request, context) }
        let correlationID = CorrelationID(in: request.headers) ?? CorrelationID(in: query)
        let finished = { (response: Response) in self.finished(response, at: address, for: request) }
        guard let tenant = try await platform.database.tenant(address.directory), tenant.kind == .customers else {
            // The two forms without a flow in the path are Entra ID's own; Entra ID answers for an unknown directory.
            return address.shape == .query || address.isOfExternalID
                ? try await next(request, context)
                : finished(try await unknownDirectory(address, correlationID: correlationID))
        }
        let flows = try await platform.database.userFlows(of: tenant.id)
        guard flows.contains(where: { $0.service == address.service }) else {
            // External ID's directories answer no addresses with a flow; Azure AD B2C's answer only those.
            guard !address.isOfExternalID else { return try await next(request, context) }
            return finished(try await unknownDirectory(address, correlationID: correlationID, status: .notFound))
        }
        let visit = UserFlowVisit(
            platform: platform, request: request, query: query, address: address, tenant: tenant, flows: flows)
        return finished(try await answer(visit, correlationID: correlationID))
    }

    /// An answer with the header fields of its service.
    private func finished(_ response: Response, at address: UserFlowAddress, for request: Request) -> Response {
        var response = response
        if address.endpoint.isForWindows {
            // An app's page that opened this one in a window watches its address, so the two must stay connected.
            response.headers.set("Cross-Origin-Opener-Policy", to: "unsafe-none")
        }
        if address.isOfExternalID { return ServiceFields(platform: platform).adding(to: response, for: request) }
        // RFC 6749 §5.1
        if address.endpoint == .token, request.method == .post { response.headers.set("Pragma", to: "no-cache") }
        return response
    }

    /// The endpoint's answer, or the error for a request that names no flow of the directory.
    private func answer(_ visit: UserFlowVisit, correlationID: CorrelationID?) async throws -> Response {
        let address = visit.address
        do {
            let response = try await visit.answer()
            return visit.request.method == .head ? response.createHeadResponse() : response
        } catch let problem as UserFlowProblem {
            guard address.endpoint.speaksJSON else {
                return platform.pages.userFlowProblem(problem, service: address.service, correlationID: correlationID)
            }
            return try UserFlowErrorReply(
                problem.error, service: address.service, settings: platform.settings, correlationID: correlationID
            ).json()
        } catch let refusal as ExternalIDRefusal {
            guard address.endpoint.speaksJSON else {
                return try platform.pages.problem(
                    .appWithoutFlow(refusal.error, flows: visit.flows), correlationID: correlationID)
            }
            let response = try ErrorReply(
                refusal.error, settings: platform.settings, correlationID: correlationID
            ).json()
            return try await SinglePageOrigin(of: visit.request)?
                .admitted(response, to: visit.tenant, in: platform.database) ?? response
        }
    }

    private func unknownDirectory(
        _ address: UserFlowAddress, correlationID: CorrelationID?, status: HTTPResponse.Status = .badRequest
    ) async throws -> Response {
        var error = EntraError.unknownTenant(address.directory)
        error.status = status
        guard !address.endpoint.speaksJSON else {
            return try ErrorReply(error, settings: platform.settings, correlationID: correlationID).json()
        }
        let known = try await platform.database.tenants().filter { $0.kind == .customers }
        let problem = SignInProblem(
            title: "There is no such directory of customers", error: error,
            facts: [
                SignInProblem.Fact(label: "Directories with user flows", values: known.flatMap { [$0.id, $0.domain] })
            ],
            hint: "Put one of these names before the user flow in the app's addresses.")
        var response = try platform.pages.problem(problem, correlationID: correlationID)
        response.status = status
        return response
    }
}

extension UserFlowAddress.Endpoint {
    fileprivate var speaksJSON: Bool {
        switch self {
        case .token, .deviceCode, .metadata, .keys: true
        case .authorize, .logout, .login, .theme, .logo: false
        }
    }

    /// Whether apps open it in a separate window.
    fileprivate var isForWindows: Bool { [.authorize, .login, .logout].contains(self) }
}
