// SPDX-License-Identifier: Apache-2.0
public import BearerAuth
public import HTTPServing
import PortableFoundation

extension RouterMethods {
    /// Serves an API's metadata at its well-known path, to all clients and origins. RFC 9728 §3
    ///
    /// ```swift
    /// router.serve(metadata)
    /// router.group().add(middleware: BearerAuthenticator(protection))
    /// ```
    @discardableResult public func serve(_ metadata: ProtectedResourceMetadata) -> Self {
        get(RouterPath(metadata.address.path())) { _, _ in
            Response(
                status: .ok,
                headers: [
                    .contentType: "application/json", .cacheControl: "max-age=3600", .accessControlAllowOrigin: "*",
                ], body: ResponseBody(metadata.json))
        }
    }
}
