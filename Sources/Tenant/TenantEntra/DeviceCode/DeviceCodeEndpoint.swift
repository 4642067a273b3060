// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
import HTTPServing
import OAuthMessages
import TenantAuthorization
import TenantDirectory

/// Gives a device its two codes.
///
/// RFC 8628 §3.1 and §3.2
struct DeviceCodeEndpoint: Sendable {
    let platform: PlatformContext

    func add(to router: Router<ServingContext>) {
        router.post("/:tenant/oauth2/v2.0/devicecode") { request, context in
            try await TokenErrorBoundary(platform: platform).answer(
                request, tenant: try context.parameters.require("tenant")
            ) {
                form, selector in JSONReply.make(try await answer(form, request.headers, at: selector).json)
            }
        }
        router.get("/:tenant/oauth2/v2.0/devicecode") { request, _ in
            try TokenErrorBoundary(platform: platform).onlyPost(request)
        }
    }

    private func answer(
        _ form: FormParameters, _ fields: HTTPFields, at selector: TenantSelector
    ) async throws -> DeviceCodeReply {
        guard !form.isTooLong else { throw EntraError.requestTooLong }
        let client = try await ClientAuthentication(platform: platform)
            .client(of: form, fields, at: selector).app
        let asked = try form.required("scope")
        let scopes = try await platform.scopeResolution(at: selector).resolve(ScopeSet(text: asked))
        let codes = try await platform.devices.issue(
            clientID: client.id, tenantName: selector.name, scope: ScopeSet(scopes.map(\.text)).text,
            now: platform.settings.now())
        return DeviceCodeReply(
            userCode: codes.user, deviceCode: codes.device,
            verificationURI: platform.baseURL + DevicePageEndpoint.path)
    }
}

/// The two codes, and the message for the person.
private struct DeviceCodeReply {
    let userCode: String
    let deviceCode: String
    let verificationURI: String

    /// The content, with its members in the order of the real service.
    var json: OrderedJSON {
        .object([
            ("user_code", .string(userCode)), ("device_code", .string(deviceCode)),
            ("verification_uri", .string(verificationURI)), ("expires_in", .integer(Int(DeviceStore.lifetime))),
            ("interval", .integer(Int(DeviceStore.interval))), ("message", .string(message)),
        ])
    }

    private var message: String {
        "To sign in, use a web browser to open the page \(verificationURI) and enter the code \(userCode) to "
            + "authenticate."
    }
}

/// Answers a device that polls for its tokens.
///
/// RFC 8628 §3.4
struct DeviceCodeGrant: Sendable {
    let platform: PlatformContext

    func answer(_ request: GrantRequest) async throws -> TokenReply {
        let grant = try await platform.devices.poll(
            try request.form.required("device_code"), by: request.client.app.id, at: request.selector.name,
            now: platform.settings.now())
        return try await platform.tokens.reply(to: grant, for: request, asking: nil, severalResources: true, nonce: nil)
    }
}
