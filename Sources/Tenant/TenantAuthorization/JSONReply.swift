// SPDX-License-Identifier: Apache-2.0
package import HTTPMessages
package import HTTPServing
package import TenantDirectory

package enum JSONReply {
    package static func make(
        _ value: OrderedJSON, status: HTTPResponse.Status = .ok, cacheable: Bool = false
    ) -> Response {
        make(json: value.bytes, status: status, cacheable: cacheable)
    }

    /// For public content. Fetch §3.2.2
    package static var preflight: Response {
        Response(
            status: .noContent,
            headers: [
                .accessControlAllowOrigin: "*", .accessControlAllowMethods: "GET, OPTIONS",
                .accessControlAllowHeaders: "*", .accessControlMaxAge: "86400",
            ])
    }

    package static func make(
        json: some Collection<UInt8> & Sendable, status: HTTPResponse.Status = .ok, headers: HTTPFields = [:],
        cacheable: Bool = false
    ) -> Response {
        var headers = headers
        headers[.contentType] = "application/json; charset=utf-8"
        if cacheable {
            headers[.cacheControl] = "max-age=86400, private"
            // Metadata and keys are public; browsers of single-page apps fetch them from other origins.
            headers[.accessControlAllowOrigin] = "*"
            headers[.accessControlAllowMethods] = "GET, OPTIONS"
        }
        return Response(status: status, headers: headers, body: ResponseBody(json))
    }
}
