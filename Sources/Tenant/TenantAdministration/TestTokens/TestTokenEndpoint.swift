// SPDX-License-Identifier: Apache-2.0
import HTTPServing
import HTTPTypes
import Hummingbird
import TenantAuthorization
import TenantControl
import TenantTesting

/// Issues tokens for tests.
struct TestTokenEndpoint: Sendable {
    let platform: PlatformContext

    func add(to router: Router<ServingContext>) {
        router.post(RouterPath("\(TenantPath.administration)/tokens")) { request, _ in
            let wanted = try await AdministrationContent.value(TestTokenRequest.self, of: request)
            let token = try await TokenMint(platform: platform, request: wanted).token()
            return try AdministrationReply.value(TestTokenReply(token: token), status: .created)
        }
    }
}
