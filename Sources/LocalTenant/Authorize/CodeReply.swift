// SPDX-License-Identifier: Apache-2.0
import HTTPTypes
import Hummingbird
import OAuth

/// Ends a sign-in: gives the app its code, or lets the device have its tokens.
struct CodeReply: Sendable {
    let platform: IdentityPlatform

    func answer(_ request: AuthorizeRequest, member: BrowserSessions.Member) async throws -> Response {
        let grant = Grant(
            clientID: request.target.client.id, personID: member.person.id, scopes: request.scopes,
            authenticatedAt: member.authenticatedAt, secondFactorAt: member.secondFactorAt)
        switch request.target {
        case .redirect(let target):
            let code = try await platform.ledger.issueCode(
                grant, for: request, at: target.redirectURI, now: platform.settings.now())
            let address = target.address(carrying: [
                "code": code, "session_state": platform.settings.random.identifier(),
            ])
            return Response(status: .found, headers: [.location: address])
        case .device(let target):
            return try await DeviceReply(platform: platform).approve(target, with: grant)
        }
    }
}
