// SPDX-License-Identifier: Apache-2.0
package import HTTPServing
import HTTPTypes
package import Hummingbird
import OAuth
package import TenantAuthorization

/// Issues tokens: for codes, refresh tokens, device codes, passwords and other tokens, and to apps themselves.
///
/// RFC 6749 §3.2
package struct TokenEndpoint: Sendable {
    package let platform: PlatformContext

    package init(platform: PlatformContext) {
        self.platform = platform
    }

    private static let path: RouterPath = "/:tenant/oauth2/v2.0/token"

    package func add(to router: Router<ServingContext>) {
        let access = CrossOriginAccess(database: platform.database)
        router.post(Self.path) { request, context in
            let tenant = try context.parameters.require("tenant")
            let response = try await TokenDoor(platform: platform).answer(request, tenant: tenant) { form, selector in
                JSONReply.make(try await answer(form, request.headers, at: selector).json)
            }
            return try await access.admitting(request, to: response)
        }
        router.get(Self.path) { request, _ in try TokenDoor(platform: platform).onlyPost(request) }
        router.on(Self.path, method: .options) { request, _ in try await access.preflight(request) }
    }

    private func answer(
        _ form: FormParameters, _ fields: HTTPFields, at selector: TenantSelector
    ) async throws -> TokenReply {
        let (type, request) = try await GrantRequest.read(form, fields, at: selector, platform: platform)
        return switch type {
        case .authorizationCode: try await CodeGrant(platform: platform).answer(request)
        case .refreshToken: try await RefreshGrant(platform: platform).answer(request)
        case .clientCredentials: try await ClientCredentialsGrant(platform: platform).answer(request)
        case .password: try await PasswordGrant(platform: platform).answer(request)
        case .deviceCode: try await DeviceCodeGrant(platform: platform).answer(request)
        case .onBehalfOf: try await OnBehalfOfGrant(platform: platform).answer(request)
        }
    }
}
