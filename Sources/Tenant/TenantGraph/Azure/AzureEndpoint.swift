// SPDX-License-Identifier: Apache-2.0
package import HTTPServing
import HTTPTypes
package import Hummingbird
import OAuth
package import TenantAuthorization
import TenantDirectory

/// The part of Azure Resource Manager that the Azure CLI uses: the addresses of the cloud, and at each sign-in
/// directories and subscriptions.
///
/// Its responses are those for a person without any subscription.
package struct AzureEndpoint: Sendable {
    package let platform: PlatformContext

    package init(platform: PlatformContext) {
        self.platform = platform
    }

    package func add(to router: Router<ServingContext>) {
        router.get("/metadata/endpoints") { _, _ in JSONReply.make(cloud, cacheable: true) }
        router.get("/tenants") { request, _ in
            try await answer(request) { tenant in
                let id = OrderedJSON.string(tenant.id)
                return [
                    .object([
                        ("id", .string("/tenants/\(tenant.id)")), ("tenantId", id), ("tenantCategory", .string("Home")),
                        ("displayName", .string(tenant.displayName)), ("defaultDomain", .string(tenant.domain)),
                        ("domains", .strings([tenant.domain])),
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

    /// The addresses that `az cloud register` reads.
    private var cloud: OrderedJSON {
        let base = OrderedJSON.string(platform.baseURL)
        return .object([
            ("name", .string("Tessera")), ("resourceManager", base), ("microsoftGraphResourceId", base),
            (
                "authentication",
                .object([
                    ("loginEndpoint", base), ("audiences", .strings(["https://management.core.windows.net/"])),
                    ("tenant", .string("common")), ("identityProvider", .string("AAD")),
                ])
            ),
            ("suffixes", .object([])),
        ])
    }

    private func answer(_ request: Request, _ list: @Sendable (Tenant) -> [OrderedJSON]) async throws -> Response {
        try await refusing(request) { tenant in
            let all = list(tenant)
            let count = OrderedJSON.object([("type", .string("Total")), ("value", .number(all.count))])
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

    /// The directory in the token.
    private func tenant(of fields: HTTPFields) async throws -> Tenant {
        guard fields[.authorization] != nil else { throw AzureFault.tokenMissing }
        do {
            let door = GraphDoor(platform: platform)
            return try await door.tenant(of: try door.claims(of: fields, for: Self.audiences))
        } catch let fault as GraphFault {
            throw AzureFault(
                status: .unauthorized, code: "InvalidAuthenticationToken", message: fault.message)
        }
    }

    private static let audiences: Set = [
        RegisteredApp.resourceManagerID, "https://management.azure.com", "https://management.core.windows.net",
    ]
}
