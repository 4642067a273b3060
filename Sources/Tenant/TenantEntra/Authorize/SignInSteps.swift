// SPDX-License-Identifier: Apache-2.0
import HTTPTypes
package import Hummingbird
package import TenantAuthorization

/// The steps between the right password and the app's answer, in order.
package struct SignInSteps: Sendable {
    package let platform: PlatformContext

    package init(platform: PlatformContext) {
        self.platform = platform
    }

    /// The page of the first missing step, or the answer.
    ///
    /// - Parameters:
    ///   - authorize: The app's request.
    ///   - member: The signed-in person.
    ///   - request: The HTTP request to answer.
    ///   - hasAgreed: Whether the person agreed just now; this also satisfies an app that asks for consent each time.
    /// - Returns: A page, or the redirect to the app.
    /// - Throws: ``EntraError`` if a page is missing that may not be shown.
    package func proceed(
        _ authorize: AuthorizeRequest, as member: BrowserSessions.Member, request: Request, hasAgreed: Bool = false
    ) async throws -> Response {
        if let page = try await AccessStep(platform: platform).page(authorize, as: member, request: request) {
            return page
        }
        if !hasAgreed,
            let page = try await ConsentStep(platform: platform).page(authorize, as: member, request: request)
        {
            return page
        }
        return try await CodeReply(platform: platform).answer(authorize, member: member, request: request)
    }
    /// The same for a person that just authenticated: the browser's session holds them from now on.
    ///
    /// - Throws: ``EntraError`` if a page is missing that may not be shown.
    func begin(
        _ authorize: AuthorizeRequest, as member: BrowserSessions.Member, request: Request
    ) async throws -> Response {
        var response = try await proceed(authorize, as: member, request: request)
        let cookie = try await platform.sessions.add(member, to: request)
        response.headers.append(HTTPField(name: .setCookie, value: cookie))
        return response
    }
}
