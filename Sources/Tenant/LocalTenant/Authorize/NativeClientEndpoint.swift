// SPDX-License-Identifier: Apache-2.0
import HTTPServing
import HTTPTypes
import Hummingbird

/// The blank page at which native apps let their embedded browsers end: they read its address, and it asks nothing.
///
/// Its query carries the code, so no cache may keep it.
struct NativeClientEndpoint: Sendable {
    func add(to router: Router<ServingContext>) {
        router.get("/:tenant/oauth2/nativeclient") { _, _ in
            Response(
                status: .ok,
                headers: [.contentType: "text/html; charset=utf-8", .cacheControl: "no-store"],
                body: ResponseBody(byteBuffer: .init(string: "<!doctype html><title>Signed in</title>\n")))
        }
    }
}
