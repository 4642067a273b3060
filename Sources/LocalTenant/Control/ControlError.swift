// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPTypes
import Hummingbird
import JOSE

/// Why the tenant's own API declines a request.
struct ControlError: Error, Sendable, Hashable {
    let status: HTTPResponse.Status
    /// A name for programs.
    let code: String
    /// Cause and remedy, in a sentence.
    let message: String

    init(_ status: HTTPResponse.Status, _ code: String, _ message: String) {
        self.status = status
        self.code = code
        self.message = message
    }

    static func unknown(_ what: String, _ name: String) -> ControlError {
        ControlError(.notFound, "notFound", "There is no \(what) '\(name)' here; check its name.")
    }
}

extension ControlError: HTTPResponseError {
    func response(from request: Request, context: some RequestContext) throws -> Response {
        var response = AdministrationReply.json(
            .object([
                "type": .string("about:blank"), "title": .string(self.status.reasonPhrase),
                "status": .number("\(self.status.code)"), "detail": .string(message), "code": .string(code),
                "message": .string(message),
            ]), status: self.status)
        response.headers[.contentType] = "application/problem+json"
        return response
    }
}
