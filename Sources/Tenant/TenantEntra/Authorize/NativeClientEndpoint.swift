// SPDX-License-Identifier: Apache-2.0
package import HTTPServing
import HTTPTypes
package import Hummingbird

/// The blank page where native apps end their embedded browsers: they read its address, and it asks nothing.
///
/// Its query carries the code, so no cache may keep it.
package struct NativeClientEndpoint: Sendable {
    package init() {
    }
    package func add(to router: Router<ServingContext>) {
        router.get("/:tenant/oauth2/nativeclient") { _, _ in
            Response(
                status: .ok,
                headers: [.contentType: "text/html; charset=utf-8", .cacheControl: "no-store"],
                body: ResponseBody(byteBuffer: .init(string: "<!doctype html><title>Signed in</title>\n")))
        }
    }
}
