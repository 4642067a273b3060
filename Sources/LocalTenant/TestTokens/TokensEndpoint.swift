// SPDX-License-Identifier: Apache-2.0
import HTTPServing
import Hummingbird

/// Makes tokens for tests.
struct TokensEndpoint: Sendable {
    let platform: IdentityPlatform

    func add(to router: Router<ServingContext>) {
        router.post("/tessera/v1/tokens") { request, _ in
            let wanted = try await ControlContent.read(TestTokenRequest.self, from: request)
            let token = try await TokenMint(platform: platform, request: wanted).token()
            return try ControlContent.reply(TestTokenReply(token: token), status: .created)
        }
    }
}
