// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
import HTTPServing
import OAuthMessages
package import TenantAuthorization
import TenantDirectory
import TenantEntra

/// Takes requests for user flows before the routes of Entra ID see them, and passes each to its endpoint with its flow.
package struct UserFlowRouter: RouterMiddleware {
    package let platform: PlatformContext

    package init(platform: PlatformContext) {
        self.platform = platform
    }

    func handle(
        _ request: Request, context: ServingContext,
        next: (Request, ServingContext) async throws -> Response
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
        guard flows.contains(where: { address.endpoint.isLook || $0.service == address.service }) else {
            // External ID's directories answer no addresses with a flow; Azure AD B2C's answer only those.
            guard !address.isOfExternalID else { return try await next(request, context) }
            return finished(try await unknownDirectory(address, correlationID: correlationID, status: .notFound))
        }
        let routing = UserFlowRouting(
            platform: platform, request: request, query: query, address: address, tenant: tenant, flows: flows)
        return finished(try await answer(routing, correlationID: correlationID))
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
    private func answer(_ routing: UserFlowRouting, correlationID: CorrelationID?) async throws -> Response {
        let address = routing.address
        do {
            let response = try await routing.answer()
            return routing.request.method == .head ? response.createHeadResponse() : response
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
                    .appWithoutFlow(refusal.error, flows: routing.flows), correlationID: correlationID)
            }
            let response = try ErrorReply(
                refusal.error, settings: platform.settings, correlationID: correlationID
            ).json()
            return try await routing.readable(response)
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
            title: "The customer directory does not exist", error: error,
            facts: [ProblemFact("Directories with user flows", known.flatMap { [$0.id, $0.domain] })],
            hint: "Use one of these names before the user flow in the app's addresses.")
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

/// The metadata document of a user flow, and its keys.
///
/// OpenID Connect Discovery §3 and §4, RFC 7517 §5
struct UserFlowMetadata: Sendable {
    let platform: PlatformContext
    let place: ResolvedUserFlow

    func answer(_ endpoint: UserFlowAddress.Endpoint) throws -> Response {
        let isExternalID = place.shape == .externalID
        guard endpoint == .keys else {
            let metadata = ExternalIDMetadata(place: place, base: platform.baseURL)
            return JSONReply.make(isExternalID ? metadata.json : document, cacheable: true)
        }
        let keys =
            try isExternalID
            ? platform.keys.published(for: .entraID, issuer: place.issuer(at: platform.baseURL))
            : platform.keys.published(for: .azureADB2C)
        return JSONReply.make(keys, cacheable: true)
    }

    /// The document, with the member names and the order of the real service.
    private var document: OrderedJSON {
        let base = platform.baseURL
        return .object([
            ("issuer", .string(place.issuer(at: base))),
            ("authorization_endpoint", .string(place.url(.authorize, at: base))),
            ("token_endpoint", .string(place.url(.token, at: base))),
            ("end_session_endpoint", .string(place.url(.logout, at: base))),
            ("jwks_uri", .string(place.url(.keys, at: base))),
            ("response_modes_supported", .texts(RedirectTarget.ResponseMode.allCases.map(\.rawValue))),
            (
                "response_types_supported",
                .texts([
                    "code", "code id_token", "code token", "code id_token token", "id_token", "id_token token",
                    "token", "token id_token",
                ])
            ), ("scopes_supported", .texts(["openid"])), ("subject_types_supported", .texts(["pairwise"])),
            ("id_token_signing_alg_values_supported", .texts(["RS256"])),
            (
                "token_endpoint_auth_methods_supported", .texts(["client_secret_post", "client_secret_basic"])
            ), ("claims_supported", .texts(claims)),
        ])
    }

    private var claims: [String] {
        place.flow.claims.filter { $0 != "oid" } + [
            "oid", "sub", place.flow.tokens.flowClaim.rawValue, "iss", "iat", "exp", "aud", "nonce", "auth_time",
        ]
    }
}
