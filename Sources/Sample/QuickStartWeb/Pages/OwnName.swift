// SPDX-License-Identifier: Apache-2.0
import HTTPServing
import Hosts
import OAuthMessages

/// Leads browsers from another name of this machine to the app's own: a sign-in comes back there, with its cookie.
///
/// Only for an app on this machine: elsewhere, a proxy may use another name.
struct OwnName: RouterMiddleware {
    let base: BaseURL

    func handle(
        _ request: Request, context: WebContext, next: (Request, WebContext) async throws -> Response
    ) async throws -> Response {
        let host = request.head.authority.flatMap { HostAndPort($0, defaultPort: base.scheme.defaultPort) }
        guard request.method == .get, let host, host != base.authority, LoopbackHost.contains(base.authority.host)
        else { return try await next(request, context) }
        return Response(
            status: .found, headers: [.location: "\(base)\(request.uri.description)", .cacheControl: "no-store"])
    }
}
