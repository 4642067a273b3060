// SPDX-License-Identifier: Apache-2.0
import Hummingbird

/// What still stands between somebody whose password was right and the app's answer, in order.
struct SignInSteps: Sendable {
    let platform: IdentityPlatform

    /// The page of the first step that is missing, or the answer.
    func proceed(
        _ authorize: AuthorizeRequest, as member: BrowserSessions.Member, request: Request
    ) async throws -> Response {
        if member.lacksSecondFactor {
            guard !authorize.prompt.contains("none") else { throw EntraError.secondFactorMissing(authorize) }
            return try await SecondFactor(platform: platform).ask(authorize, of: member, request: request)
        }
        return try await CodeReply(platform: platform).answer(authorize, member: member)
    }
}
