// SPDX-License-Identifier: Apache-2.0
public import BearerAuth
import Foundation
public import HTTPServing

extension RouterMethods {
    /// Serves an API's description of itself at its well-known path, to everybody and to pages of every site.
    ///
    /// ```swift
    /// router.serve(metadata)
    /// router.group().add(middleware: BearerAuthenticator(protection))
    /// ```
    ///
    /// RFC 9728 §3
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
