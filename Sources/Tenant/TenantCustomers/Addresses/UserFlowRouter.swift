// SPDX-License-Identifier: Apache-2.0
package import HTTPMessages
package import HTTPServing
import OAuthMessages
package import TenantAuthorization
import TenantDirectory

package struct UserFlowRouter: Sendable {
    private let dialect: any CustomerDialect
    private let unknownDirectory: UnknownDirectory?

    package typealias UnknownDirectory =
        @Sendable (
            _ address: UserFlowAddress, _ status: HTTPResponse.Status, _ correlationID: CorrelationID?
        ) async throws -> Response

    /// `unknownDirectory` answers paths with a flow for an unknown directory; `nil` leaves them to other routes.
    package init(_ dialect: any CustomerDialect, unknownDirectory: UnknownDirectory? = nil) {
        (self.dialect, self.unknownDirectory) = (dialect, unknownDirectory)
    }

    /// The routes match all paths; ``serves(_:)`` decides which requests are this service's.
    package func add(to router: Router<ServingContext>) {
        router.get("/**") { request, _ in try await answer(request) }
        router.on("/**", method: .head) { request, _ in try await answer(request) }
        // Each endpoint refuses the methods that it does not support.
        router.onUnsupportedMethod { request, _, _ in try await answer(request) }
    }

    package func serves(_ request: Request) async throws -> Bool { try await destination(of: request) != nil }

    private enum Destination {
        case endpoint(UserFlowRouting)
        case unknownDirectory(UserFlowAddress, HTTPResponse.Status)
    }

    private func destination(of request: Request) async throws -> Destination? {
        // The endpoint refuses a query that cannot be parsed.
        let query = FormParameters(encoded: request.uri.query ?? "")
        guard let address = dialect.address(path: request.uri.path, query: query ?? FormParameters()) else {
            return nil
        }
        let database = dialect.platform.database
        guard let tenant = try await database.tenant(address.directory), tenant.kind == .customers else {
            // Entra ID has the two forms without a flow in the path, and so handles an unknown directory.
            guard unknownDirectory != nil, address.namesFlowInPath else { return nil }
            return .unknownDirectory(address, .badRequest)
        }
        let flows = try await database.userFlows(of: tenant.id)
        guard flows.contains(where: { address.endpoint.isLook || $0.service == dialect.service }) else {
            // External ID's directories serve no URLs with a flow; Azure AD B2C's serve only those.
            return unknownDirectory == nil ? nil : .unknownDirectory(address, .notFound)
        }
        return .endpoint(
            UserFlowRouting(
                dialect: dialect, request: request, query: query, address: address, tenant: tenant, flows: flows))
    }

    private func answer(_ request: Request) async throws -> Response {
        let correlationID =
            CorrelationID(in: request.headers) ?? CorrelationID(in: FormParameters(encoded: request.uri.query ?? ""))
        var response: Response
        let address: UserFlowAddress
        switch (try await destination(of: request), unknownDirectory) {
        case (.endpoint(let routing), _):
            (address, response) = (routing.address, try await answer(routing, correlationID: correlationID))
        case (.unknownDirectory(let unknown, let status), let unknownDirectory?):
            (address, response) = (unknown, try await unknownDirectory(unknown, status, correlationID))
        default: throw HTTPError(.notFound)
        }
        if address.endpoint.isForWindows {
            // An app's page that opened this one in a window polls the window's URL, so the two must stay connected.
            response.headers.set("Cross-Origin-Opener-Policy", to: "unsafe-none")
        }
        dialect.finish(&response, of: address, to: request)
        return response
    }

    private func answer(_ routing: UserFlowRouting, correlationID: CorrelationID?) async throws -> Response {
        do {
            let response = try await routing.answer()
            return routing.request.method == .head ? response.createHeadResponse() : response
        } catch {
            guard let response = try await dialect.response(to: error, of: routing, correlationID: correlationID) else {
                throw error
            }
            return response
        }
    }
}

extension AzureADB2C {
    // OpenID Connect Discovery §3 and §4, RFC 7517 §5
    package func discovery(_ endpoint: UserFlowAddress.Endpoint, of place: ResolvedUserFlow) throws -> Response {
        JSONReply.make(
            endpoint == .keys ? try platform.keys.published(for: .azureADB2C) : metadata(of: place), cacheable: true)
    }

    /// The members have the names and the order of the real service.
    private func metadata(of place: ResolvedUserFlow) -> OrderedJSON {
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
            ), ("claims_supported", .texts(claims(of: place))),
        ])
    }

    private func claims(of place: ResolvedUserFlow) -> [String] {
        place.flow.claims.filter { $0 != "oid" } + [
            "oid", "sub", place.flow.tokens.flowClaim.rawValue, "iss", "iat", "exp", "aud", "nonce", "auth_time",
        ]
    }
}
