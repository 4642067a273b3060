// SPDX-License-Identifier: Apache-2.0
package import HTTPMessages
import PortableFoundation

/// The next request after a redirect within one origin. RFC 9110 §15.4
package struct Redirect: Sendable, Hashable {
    /// The next request, without content fields if it has no content.
    package let request: HTTPRequest
    package let keepsBody: Bool

    /// `nil` if the response is not a redirect, or leads to another origin, or if the request has a proof, which is for
    /// one address. RFC 9449 §4.3
    package init?(of request: HTTPRequest, by response: HTTPResponse) {
        guard !request.hasProof, let method = Self.method(after: response.status.code, to: request.method),
            let address = Self.address(in: response, to: request)
        else { return nil }
        var next = request
        next.method = method
        next.path = address
        keepsBody = method == request.method
        if !keepsBody {
            let contentFields = next.headerFields.map(\.name).filter {
                $0.canonicalName.hasPrefix("content-") || $0 == .transferEncoding
            }
            for name in contentFields { next.headerFields[name] = nil }
        }
        self.request = next
    }

    /// 303 refers to the result of the request; browsers turn POST into GET after 301 and 302, too.
    private static func method(after status: Int, to method: HTTPRequest.Method) -> HTTPRequest.Method? {
        switch status {
        case 301, 302: method == .post ? .get : method
        case 303: method == .head ? .head : .get
        case 307, 308: method
        default: nil
        }
    }

    /// Path and query of the next address; `nil` for one of another origin, or with user information.
    private static func address(in response: HTTPResponse, to request: HTTPRequest) -> String? {
        let locations = response.headerFields[values: .location]
        guard locations.count == 1, let base = (try? request.absoluteAddress()).flatMap(URL.init(string:)),
            let target = URL(string: locations[0], relativeTo: base)?.absoluteURL, Origin.isShared(by: base, target)
        else { return nil }
        let path = target.path(percentEncoded: true)
        return (path.isEmpty ? "/" : path) + (target.query(percentEncoded: true).map { "?\($0)" } ?? "")
    }
}
