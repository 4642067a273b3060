// SPDX-License-Identifier: Apache-2.0
package import HTTPServing

extension Router<ServingContext> {
    /// For a GET with an effect: HEAD, which link previews send, gets 405. RFC 9110 §9.2.1, §15.5.6
    package func getWithEffect(
        _ path: RouterPath, use handler: @escaping @Sendable (Request, ServingContext) async throws -> Response
    ) {
        get(path, use: handler)
        on(path, method: .head) { _, _ in Response(status: .methodNotAllowed, headers: [.allow: "GET, POST"]) }
    }
}
