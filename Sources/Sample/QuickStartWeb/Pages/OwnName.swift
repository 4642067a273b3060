// SPDX-License-Identifier: Apache-2.0
import HTTPServing
import HTTPTransport
import PortableFoundation

/// Redirects from this machine's other names to the app's own, where sign-ins return, with its cookie.
///
/// Only for an app on this machine: elsewhere, a proxy may use another name.
struct OwnName: RouterMiddleware {
    let base: BaseURL

    func handle(
        _ request: Request, context: WebContext, next: (Request, WebContext) async throws -> Response
    ) async throws -> Response {
        let scheme = base.description.prefix { $0 != ":" }
        let other = request.head.authority.flatMap { BaseURL("\(scheme)://\($0)") }
        guard request.method == .get, let other, other != base,
            URL(string: base.description).flatMap(Origin.init)?.isLoopback == true
        else { return try await next(request, context) }
        return Response(
            status: .found, headers: [.location: "\(base)\(request.uri.description)", .cacheControl: "no-store"])
    }
}
