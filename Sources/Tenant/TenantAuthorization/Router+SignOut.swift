// SPDX-License-Identifier: Apache-2.0
package import HTTPServing

extension Router<ServingContext> {
    /// Adds the address of a sign-out, which ends a session when it is opened.
    ///
    /// HEAD, which link previews send, gets 405. RFC 9110 §9.2.1, §15.5.6
    package func getSignOut(
        _ path: RouterPath, use handler: @escaping @Sendable (Request, ServingContext) async throws -> Response
    ) {
        get(path, use: handler)
        head(path) { _, _ in Response(status: .methodNotAllowed, headers: [.allow: "GET, POST"]) }
    }
}
