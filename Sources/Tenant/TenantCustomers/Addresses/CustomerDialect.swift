// SPDX-License-Identifier: Apache-2.0
package import HTTPServing
package import OAuthMessages
import PageTemplates
package import TenantAuthorization
package import TenantDirectory

/// The differences between Azure AD B2C and External ID, which share customers, sessions, flows, and pages.
package protocol CustomerDialect: Sendable {
    var platform: PlatformContext { get }
    var service: UserFlow.Service { get }
    var passwordRules: PasswordRules { get }
    /// Whether a session is valid only for the customer in `login_hint`.
    var sessionsFollowHints: Bool { get }
    /// Whether a sign-out to an unregistered redirect URI shows an error, after it ended the session.
    var refusesUnknownReturnAddresses: Bool { get }

    func address(path: String, query: FormParameters) -> UserFlowAddress?

    /// - Throws: An error for ``response(to:of:correlationID:)``.
    func place(of routing: UserFlowRouting, _ form: FormParameters?) throws -> ResolvedUserFlow

    /// Checks the app of an authorization request before the flow is known.
    func checkApp(_ parameters: FormParameters?, of tenant: Tenant) async throws

    func discovery(_ endpoint: UserFlowAddress.Endpoint, of place: ResolvedUserFlow) throws -> Response

    func tokens(_ routing: UserFlowRouting) async throws -> Response

    func deviceCode(_ routing: UserFlowRouting) async throws -> Response

    func onlyPost(_ request: Request) throws -> Response

    func state(_ asked: String) -> String

    /// - Throws: An error for ``parameters(of:correlationID:)``.
    func request(
        _ parameters: FormParameters, to target: RedirectTarget, at place: ResolvedUserFlow
    ) async throws -> UserFlowRequest

    func code() -> String

    func append(
        to answer: inout FormParameters, of grant: UserFlowGrant, for authorize: UserFlowRequest,
        as member: CustomerSessions.Member
    ) async throws

    /// The parameters of an error in a redirect; `nil` if the error must not be redirected.
    func parameters(of error: any Error, correlationID: CorrelationID?) -> FormParameters?

    func page(about problem: UserFlowProblem, correlationID: CorrelationID?) -> Response

    /// The response to a request without a valid flow; `nil` for other errors.
    func response(
        to error: any Error, of routing: UserFlowRouting, correlationID: CorrelationID?
    ) async throws -> Response?

    func refuse(_ error: UserFlowError) -> String

    func finish(_ response: inout Response, of address: UserFlowAddress, to request: Request)
}

package struct AzureADB2C: CustomerDialect {
    package let platform: PlatformContext

    package init(platform: PlatformContext) { self.platform = platform }

    package var service: UserFlow.Service { .azureADB2C }
    package var passwordRules: PasswordRules { .azureADB2C }
    package var sessionsFollowHints: Bool { false }
    package var refusesUnknownReturnAddresses: Bool { true }

    package func address(path: String, query: FormParameters) -> UserFlowAddress? {
        UserFlowAddress(path: path, query: query)
    }

    /// A form may also contain the flow, because libraries repeat the query there.
    package func place(of routing: UserFlowRouting, _ form: FormParameters?) throws -> ResolvedUserFlow {
        let address = routing.address
        // A page's form carries the authorization request, whose URL contains the flow.
        let named = address.endpoint == .login ? [] : form?.all("p") ?? []
        let names = Set((address.flowNames + named).map { $0.lowercased() })
        guard names.count <= 1 else {
            throw UserFlowProblem.unreadable(
                "it names more than one user flow: \(names.sorted().joined(separator: ", "))")
        }
        let known = routing.flows.filter { address.endpoint.isLook || $0.service == service }
        guard let flow = known.first(where: { $0.isNamed(names.first ?? "") }) else {
            throw UserFlowProblem.unknownFlow(address.flowNames.first ?? "", known: known)
        }
        return routing.place(flow)
    }

    package func checkApp(_ parameters: FormParameters?, of tenant: Tenant) {}

    package func tokens(_ routing: UserFlowRouting) async throws -> Response {
        try await UserFlowTokenEndpoint(routing: routing).answer()
    }

    /// ``UserFlowAddress/init(path:query:)`` never returns this endpoint.
    package func deviceCode(_ routing: UserFlowRouting) -> Response { Response(status: .notFound) }

    package func onlyPost(_ request: Request) throws -> Response {
        var response = try UserFlowErrorReply(
            .onlyPost, settings: platform.settings, correlationID: CorrelationID(in: request.headers)
        ).json()
        response.headers[.allow] = "POST"
        return response
    }

    package func state(_ asked: String) -> String { asked }

    package func request(
        _ parameters: FormParameters, to target: RedirectTarget, at place: ResolvedUserFlow
    ) async throws -> UserFlowRequest {
        let resolution = UserFlowScopeResolution(apps: try await platform.database.apps(), client: target.client)
        return try UserFlowRequest(parameters, to: target, at: place, resolution: resolution)
    }

    package func code() -> String { platform.settings.random.text(bytes: 48) }

    /// OpenID Connect Core §3.2.2.5, §3.3.2.5.
    package func append(
        to answer: inout FormParameters, of grant: UserFlowGrant, for authorize: UserFlowRequest,
        as member: CustomerSessions.Member
    ) throws {
        let now = platform.settings.now().seconds
        let words = authorize.responseType.words
        let issuer = UserFlowTokenIssuer(platform: platform, place: authorize.place, customer: member.customer)
        if words.contains(.token), let resource = grant.scopes.resource {
            answer.append("access_token", try issuer.accessToken(for: resource, grant: grant, now: now))
            answer.append("token_type", "Bearer")
            answer.append("expires_in", String(authorize.place.flow.tokens.accessTokenLifetime))
            answer.append("scope", grant.scopes.text)
        }
        if words.contains(.idToken) {
            answer.append(
                "id_token",
                try issuer.idToken(
                    grant, nonce: grant.nonce, accessToken: answer["access_token"], code: answer["code"], now: now))
        }
    }

    package func parameters(of error: any Error, correlationID: CorrelationID?) -> FormParameters? {
        (error as? UserFlowError).map {
            UserFlowErrorReply($0, settings: platform.settings, correlationID: correlationID).parameters
        }
    }

    package func page(about problem: UserFlowProblem, correlationID: CorrelationID?) -> Response {
        let reply = UserFlowErrorReply(problem.error, settings: platform.settings, correlationID: correlationID)
        return platform.pages.problem(
            problem.title, code: problem.error.name, message: problem.error.text, facts: problem.facts,
            hint: problem.hint, trace: ["correlationID": reply.correlationID, "timestamp": reply.timestamp],
            status: problem.error.status)
    }

    package func response(
        to error: any Error, of routing: UserFlowRouting, correlationID: CorrelationID?
    ) throws -> Response? {
        guard let problem = error as? UserFlowProblem else { return nil }
        guard routing.address.endpoint.speaksJSON else { return page(about: problem, correlationID: correlationID) }
        return try UserFlowErrorReply(problem.error, settings: platform.settings, correlationID: correlationID).json()
    }

    package func refuse(_ error: UserFlowError) -> String {
        RefusalNote.refuse(ErrorCatalogue.azureADB2C.rule(String(error.number)))
        return "\(error.text) (\(error.name))"
    }

    // RFC 6749 §5.1
    package func finish(_ response: inout Response, of address: UserFlowAddress, to request: Request) {
        if address.endpoint == .token, request.method == .post { response.headers.set("Pragma", to: "no-cache") }
    }
}
