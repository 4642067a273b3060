// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
package import HTTPServing
package import OAuthMessages
import PageTemplates
package import TenantAuthorization
package import TenantCustomers
package import TenantDirectory
package import TenantEntra

/// External ID: user flows for customers with the protocol of Entra ID, at URLs without a flow name.
package struct ExternalID: CustomerDialect {
    package let platform: PlatformContext

    package init(platform: PlatformContext) { self.platform = platform }

    package var service: UserFlow.Service { .externalID }
    package var passwordRules: PasswordRules { .externalID }
    package var sessionsFollowHints: Bool { true }
    /// Like Entra ID, it only shows that the customer is signed out.
    package var refusesUnknownReturnAddresses: Bool { false }

    package func address(path: String, query: FormParameters) -> UserFlowAddress? {
        UserFlowAddress(withoutFlow: path)
    }

    /// The flow of the client; requests without a client only need the directory, so any flow serves them.
    package func place(of routing: UserFlowRouting, _ form: FormParameters?) throws -> ResolvedUserFlow {
        guard [.authorize, .login, .token].contains(routing.address.endpoint) else { return try routing.anyPlace }
        let clientID = (form ?? routing.query)?["client_id"] ?? ClientCredentials.id(in: routing.request.headers)
        return try routing.place(ofApp: clientID ?? "")
    }

    package func checkApp(_ parameters: FormParameters?, of tenant: Tenant) async throws {
        guard let id = parameters?["client_id"],
            try await platform.database.app(id).map({ $0.tenantID != tenant.id }) ?? true
        else { return }
        throw UserFlowProblem.unknownClient(id, tenant: tenant, known: try await platform.database.apps())
    }

    package func discovery(_ endpoint: UserFlowAddress.Endpoint, of place: ResolvedUserFlow) throws -> Response {
        JSONReply.make(
            endpoint == .keys
                ? try platform.keys.published(for: .entraID, issuer: place.issuer(at: platform.baseURL))
                : metadata(of: place), cacheable: true)
    }

    package func tokens(_ routing: UserFlowRouting) async throws -> Response {
        try await ExternalIDTokenEndpoint(routing: routing).answer()
    }

    package func deviceCode(_ routing: UserFlowRouting) async throws -> Response {
        try await ExternalIDTokenEndpoint(routing: routing).refuseDevice()
    }

    package func onlyPost(_ request: Request) throws -> Response {
        try TokenErrorBoundary(platform: platform).onlyPost(request)
    }

    package func state(_ asked: String) -> String { asked.withoutMarkup }

    package func request(
        _ parameters: FormParameters, to target: RedirectTarget, at place: ResolvedUserFlow
    ) async throws -> UserFlowRequest {
        let resolution = ExternalIDScopeResolution(
            apps: try await platform.database.apps(), client: target.client, tenantName: place.tenant.id)
        return try UserFlowRequest(externalID: parameters, to: target, at: place, resolution: resolution)
    }

    package func code() -> String { AuthorizationCode.make(from: platform.settings.random) }

    package func parameters(of error: any Error, correlationID: CorrelationID?) -> FormParameters? {
        if let error = error as? UserFlowError {
            return reply(to: error, correlationID: correlationID).reply.parameters
        }
        return (error as? EntraError).map {
            ErrorReply($0, settings: platform.settings, correlationID: correlationID).parameters
        }
    }

    private func reply(to error: UserFlowError, correlationID: CorrelationID?) -> (reply: ErrorReply, shownID: String) {
        let shownID = correlationID?.text ?? platform.settings.random.identifier()
        return (ErrorReply(EntraError(error), settings: platform.settings, correlationID: correlationID), shownID)
    }

    package func page(about problem: UserFlowProblem, correlationID: CorrelationID?) -> Response {
        let (reply, shownID) = reply(to: problem.error, correlationID: correlationID)
        return platform.pages.problem(
            problem.title, code: "AADSTS\(reply.error.number)", message: reply.error.text, facts: problem.facts,
            hint: problem.hint, trace: ["correlationID": shownID, "timestamp": reply.timestamp],
            status: problem.error.status)
    }

    package func response(
        to error: any Error, of routing: UserFlowRouting, correlationID: CorrelationID?
    ) async throws -> Response? {
        let speaksJSON = routing.address.endpoint.speaksJSON
        switch error {
        case let problem as UserFlowProblem:
            guard speaksJSON else { return page(about: problem, correlationID: correlationID) }
            return try reply(to: problem.error, correlationID: correlationID).reply.json()
        case let refusal as ExternalIDRefusal:
            guard speaksJSON else {
                return try platform.pages.problem(
                    .appWithoutFlow(refusal.error, flows: routing.flows), correlationID: correlationID)
            }
            return try await routing.readable(
                try ErrorReply(refusal.error, settings: platform.settings, correlationID: correlationID).json())
        default: return nil
        }
    }

    package func refuse(_ error: UserFlowError) -> String {
        let counterpart = EntraError(error)
        RefusalNote.refuse(counterpart.rule())
        return "\(error.text) (AADSTS\(counterpart.number))"
    }

    package func finish(_ response: inout Response, of address: UserFlowAddress, to request: Request) {
        response = ServiceFields(settings: platform.settings).adding(to: response, for: request)
    }

    package func unknownDirectory(
        _ address: UserFlowAddress, status: HTTPResponse.Status, correlationID: CorrelationID?
    ) async throws -> Response {
        var error = EntraError.unknownTenant(address.directory)
        error.status = status
        guard !address.endpoint.speaksJSON else {
            return try ErrorReply(error, settings: platform.settings, correlationID: correlationID).json()
        }
        let known = try await platform.database.tenants().filter { $0.kind == .customers }
        let problem = SignInProblem(
            title: "The customer directory does not exist", error: error,
            facts: [ProblemFact("Directories with user flows", known.flatMap { [$0.id, $0.domain] })],
            hint: "Use one of these names before the user flow in the app's addresses.")
        var response = try platform.pages.problem(problem, correlationID: correlationID)
        response.status = status
        return response
    }
}

/// A request without a flow, for an app that is assigned to no flow of the customers' directory.
package struct ExternalIDRefusal: Error, Sendable {
    let tenant: Tenant

    package var error: EntraError { .customersDirectory(tenant) }
}

extension UserFlowRouting {
    func place(ofApp clientID: String) throws -> ResolvedUserFlow {
        try place { $0.clientIDs.contains(clientID.lowercased()) }
    }

    var anyPlace: ResolvedUserFlow {
        get throws { try place { _ in true } }
    }

    private func place(where isRight: (UserFlow) -> Bool) throws -> ResolvedUserFlow {
        guard let flow = flows.first(where: { $0.service == .externalID && isRight($0) }) else {
            throw ExternalIDRefusal(tenant: tenant)
        }
        return place(flow)
    }
}

extension SignInProblem {
    /// The error for an app that is assigned to no user flow; customers can sign in only through one.
    fileprivate static func appWithoutFlow(_ error: EntraError, flows: [UserFlow]) -> SignInProblem {
        SignInProblem(
            title: "No user flow includes this app", error: error,
            facts: [ProblemFact("User flows here", flows.filter { $0.service == .externalID }.map(\.name))],
            hint: "Add the app's client id to the 'clientIds' of one of these user flows.")
    }
}
