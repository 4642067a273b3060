// SPDX-License-Identifier: Apache-2.0
package import HTTPListening
package import HTTPMessages

/// RFC 9110 §15.5.14
extension ContentTooLong: HTTPResponseError {
    /// 413.
    package var status: HTTPResponse.Status { .contentTooLarge }

    /// The status alone.
    package func response(from request: Request, context: some RequestContext) -> Response { Response(status: status) }
}
