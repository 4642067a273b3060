// SPDX-License-Identifier: Apache-2.0
import HTTPTypes
package import Hummingbird
import NIOCore

/// The one style sheet of all pages.
package enum StyleSheet {
    package static let path = "/style.css"

    package static var response: Response {
        Response(
            status: .ok, headers: [.contentType: "text/css; charset=utf-8", .cacheControl: "max-age=3600"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: PackageResources.style_css)))
    }
}
