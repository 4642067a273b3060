// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
import HTTPServing
import OAuthMessages
import TenantAuthorization
import TenantDirectory

/// RFC 8628 §3.1, §3.2.
struct DeviceCodeEndpoint: Sendable {
    let platform: PlatformContext

    func add(to router: Router<ServingContext>) {
        router.post("/:tenant/oauth2/v2.0/devicecode") { request, context in
            try await TokenErrorBoundary(platform: platform).answer(
                request, tenant: try context.parameters.require("tenant")
            ) {
                form, selector in JSONReply.make(try await answer(form, request.headers, at: selector))
            }
        }
        router.get("/:tenant/oauth2/v2.0/devicecode") { request, _ in
            try TokenErrorBoundary(platform: platform).onlyPost(request)
        }
    }

    /// The members have the order of the real service.
    private func answer(
        _ form: FormParameters, _ fields: HTTPFields, at selector: TenantSelector
    ) async throws -> OrderedJSON {
        guard !form.isTooLong else { throw EntraError.requestTooLong }
        let client = try await ClientAuthentication(platform: platform)
            .client(of: form, fields, at: selector).app
        let asked = try form.required("scope")
        let scopes = try await platform.scopeResolution(at: selector).resolve(ScopeSet(text: asked))
        let codes = try await platform.devices.issue(
            clientID: client.id, tenantName: selector.name, scope: ScopeSet(scopes.map(\.text)).text,
            now: platform.settings.now())
        let page = platform.baseURL + DevicePageEndpoint.path
        let message =
            "To sign in, use a web browser to open the page \(page) and enter the code \(codes.user) to authenticate."
        return .object([
            ("user_code", .string(codes.user)), ("device_code", .string(codes.device)),
            ("verification_uri", .string(page)),
            ("expires_in", .integer(platform.database.lifetimes.seconds(.entraDeviceCode))),
            ("interval", .integer(Int(DeviceStore.interval))), ("message", .string(message)),
        ])
    }
}

/// RFC 8628 §3.4.
struct DeviceCodeGrant: Sendable {
    let platform: PlatformContext

    func answer(_ request: GrantRequest) async throws -> TokenReply {
        let grant = try await platform.devices.poll(
            try request.form.required("device_code"), by: request.client.app.id, at: request.selector.name,
            now: platform.settings.now())
        return try await platform.tokens.reply(to: grant, for: request, asking: nil, severalResources: true, nonce: nil)
    }
}
