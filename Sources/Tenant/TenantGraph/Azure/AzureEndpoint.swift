// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
import HTTPServing
import OAuthMessages
import TenantAuthorization
import TenantDirectory

/// The parts of Azure Resource Manager that the Azure CLI uses, as for a person without a subscription.
struct AzureEndpoint: Sendable {
    let platform: PlatformContext

    func add(to router: Router<ServingContext>) {
        router.get("/metadata/endpoints") { _, _ in JSONReply.make(cloud, cacheable: true) }
        router.get("/tenants") { request, _ in
            try await answer(request) { tenant in
                let id = OrderedJSON.string(tenant.id)
                return [
                    .object([
                        ("id", .string("/tenants/\(tenant.id)")), ("tenantId", id), ("tenantCategory", .string("Home")),
                        ("displayName", .string(tenant.displayName)), ("defaultDomain", .string(tenant.domain)),
                        ("domains", .texts([tenant.domain])),
                        ("tenantType", .string(tenant.kind == .customers ? "AAD B2C" : "AAD")),
                    ])
                ]
            }
        }
        router.get("/subscriptions") { request, _ in try await answer(request) { _ in [] } }
        for rest in ["", "/**"] {
            router.get(RouterPath("/subscriptions/:subscription\(rest)")) { request, context in
                let name = try context.part("subscription")
                return try await refusing(request) { _ in throw AzureFault.unknownSubscription(name) }
            }
        }
    }

    /// Read by `az cloud register`.
    private var cloud: OrderedJSON {
        let base = OrderedJSON.string(platform.baseURL)
        return .object([
            ("name", .string("Tessera")), ("resourceManager", base), ("microsoftGraphResourceId", base),
            (
                "authentication",
                .object([
                    ("loginEndpoint", base), ("audiences", .texts(["https://management.core.windows.net/"])),
                    ("tenant", .string("common")), ("identityProvider", .string("AAD")),
                ])
            ),
            ("suffixes", .object([])),
        ])
    }

    private func answer(_ request: Request, _ list: @Sendable (Tenant) -> [OrderedJSON]) async throws -> Response {
        try await refusing(request) { tenant in
            let all = list(tenant)
            let count = OrderedJSON.object([("type", .string("Total")), ("value", .integer(all.count))])
            return JSONReply.make(.object([("value", .array(all)), ("count", count)]))
        }
    }

    private func refusing(
        _ request: Request, _ content: @Sendable (Tenant) throws -> Response
    ) async throws -> Response {
        do {
            let tenant = try await tenant(of: request.headers)
            guard FormParameters(encoded: request.uri.query ?? "")?["api-version"]?.isEmpty == false else {
                throw AzureFault.versionMissing
            }
            return try content(tenant)
        } catch let fault as AzureFault {
            return fault.response(at: platform)
        }
    }

    private func tenant(of fields: HTTPFields) async throws -> Tenant {
        guard fields[.authorization] != nil else { throw AzureFault.tokenMissing }
        do {
            let boundary = GraphAuthenticator(platform: platform)
            return try await boundary.tenant(of: try boundary.claims(of: fields, for: GraphAuthenticator.audiences))
        } catch let fault as GraphFault {
            throw AzureFault(status: .unauthorized, code: "InvalidAuthenticationToken", message: fault.message)
        }
    }
}

struct AzureFault: Error, Sendable {
    let status: HTTPResponse.Status
    let code: String
    let message: String

    static let tokenMissing = AzureFault(
        status: .unauthorized, code: "AuthenticationFailed",
        message: "Authentication failed. The 'Authorization' header is missing.")

    static let versionMissing = AzureFault(
        status: .badRequest, code: "MissingApiVersionParameter",
        message: "The api-version query parameter (?api-version=) is required for all requests.")

    static func unknownSubscription(_ id: String) -> AzureFault {
        AzureFault(
            status: .notFound, code: "SubscriptionNotFound", message: "The subscription '\(id)' could not be found.")
    }

    /// For a rejected token, the response names the sign-in URL. RFC 9110 §11.6.1
    func response(at platform: PlatformContext) -> Response {
        let content: [(String, OrderedJSON)] = [("code", .string(code)), ("message", .string(message))]
        RefusalNote.refuse(ErrorCatalogue.graph.rule(code))
        var response = JSONReply.make(.object([("error", .object(content))]), status: status)
        if status == .unauthorized {
            response.headers[.wwwAuthenticate] =
                #"Bearer authorization_uri="\#(platform.baseURL)/common", error="invalid_token""#
        }
        return response
    }
}
