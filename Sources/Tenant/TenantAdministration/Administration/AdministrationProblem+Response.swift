// SPDX-License-Identifier: Apache-2.0
import HTTPTypes
import Hummingbird
import JOSE
import TenantDirectory

extension AdministrationProblem: HTTPResponseError {
    /// The answer.
    var response: Response {
        var members: [String: JSONValue] = [
            "type": .string("about:blank"), "title": .string(status.reasonPhrase),
            "status": .number("\(status.code)"), "detail": .string(detail),
        ]
        if !problems.isEmpty {
            members["errors"] = .array(
                problems.prefix(100).map {
                    .object(["pointer": .string($0.pointer), "detail": .string($0.message)])
                })
        }
        var response = AdministrationReply.json(.object(members), status: status)
        response.headers[.contentType] = "application/problem+json"
        for field in fields { response.headers.append(field) }
        return response
    }

    func response(from request: Request, context: some RequestContext) throws -> Response { response }
}
