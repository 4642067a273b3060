// SPDX-License-Identifier: Apache-2.0
import HTTPServing
import HTTPTypes
import Hummingbird
import OAuth

/// Gives tokens: for codes, refresh tokens and device codes, and to apps themselves.
///
/// RFC 6749 §3.2
struct TokenEndpoint: Sendable {
    let platform: IdentityPlatform

    func add(to router: Router<ServingContext>) {
        router.post("/:tenant/oauth2/v2.0/token") { request, context in
            try await TokenDoor(platform: platform).answer(request, tenant: try context.parameters.require("tenant")) {
                form, selector in
                let reply = try await answer(form, request.headers, at: selector)
                return try JSONReply.make(reply)
            }
        }
        router.get("/:tenant/oauth2/v2.0/token") { _, _ in try TokenDoor(platform: platform).onlyPost() }
    }

    /// In the order of the real service: what is asked, who asks, then the grant itself.
    private func answer(
        _ form: FormParameters, _ fields: HTTPFields, at selector: TenantSelector
    ) async throws -> TokenReply {
        let grantType = try form.required("grant_type")
        let client = try await ClientAuthentication(platform: platform).client(of: form, fields, at: selector)
        let request = GrantRequest(form: form, fields: fields, client: client, selector: selector)
        switch grantType {
        case "authorization_code":
            return try await CodeGrant(platform: platform).answer(request)
        case "refresh_token":
            return try await RefreshGrant(platform: platform).answer(request)
        case ClientCredentialsGrant.name:
            return try await ClientCredentialsGrant(platform: platform).answer(request)
        case let name where DeviceCodeGrant.names.contains(name):
            return try await DeviceCodeGrant(platform: platform).answer(request)
        default:
            throw EntraError.unsupportedGrant(grantType)
        }
    }
}
