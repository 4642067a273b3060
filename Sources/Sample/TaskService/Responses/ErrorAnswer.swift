// SPDX-License-Identifier: Apache-2.0
import BearerAuth
import HTTPMessages
import HTTPServing
import HTTPTransport
import JSONWebSignatures
import PortableFoundation
import TaskListClient

/// An error in one of the two formats of the task API: `{"code", "message"}`, or problem details.
struct ErrorAnswer {
    private let status: HTTPResponse.Status
    private let fields: HTTPFields
    let code: String
    let message: String

    init(_ refusal: TaskRefusal) {
        (status, fields) = (refusal.code.status, refusal.fields)
        (code, message) = (refusal.code.rawValue, refusal.message)
    }

    init(_ refusal: RequestRefusal) {
        (status, fields) = (refusal.status, [:])
        (code, message) = (refusal.code.rawValue.capitalizedFirst, refusal.message)
    }

    /// The message of this error is for callers.
    init(_ error: HTTPError) {
        (status, fields) = (error.status, error.headers)
        let reason = error.status.reasonPhrase
        (code, message) = (reason.filter { $0 != " " }, error.message ?? reason)
    }

    init(_ response: TransportResponse, code: String, message: String) {
        (status, fields) = (response.status, response.head.headerFields)
        (self.code, self.message) = (code, message)
    }

    /// Without the cause, which is for the log.
    static let internalError = ErrorAnswer(
        HTTPError(.internalServerError, message: "an internal error occurred; see the service's log"))

    func response(to request: Request, _ context: some RequestContext) -> Response {
        var fields = fields
        fields[values: .vary].append("Accept")
        guard request.wantsProblemDetails else {
            let content: JSONValue = .object(["code": .string(code), "message": .string(message)])
            return Response(status: status, fields: fields, json: content.text.utf8)
        }
        // RFC 9457 §3.1
        let problem: JSONValue = .object([
            "type": .string("urn:problem-type:task-api:" + code), "title": .string(code.asWords),
            "status": .integer(status.code), "detail": .string(message),
            "instance": .string("urn:request:" + context.id), "code": .string(code),
        ])
        var response = Response(status: status, fields: fields, json: problem.text.utf8)
        response.headers[.contentType] = "application/problem+json"
        return response
    }
}

extension Request {
    /// Whether the client accepts problem details, and does not prefer other JSON.
    ///
    /// A wildcard is not enough: clients of Microsoft's sample API send one, and expect that API's format.
    /// RFC 9110 §12.5.1
    fileprivate var wantsProblemDetails: Bool {
        var weights: [String: Double] = [:]
        for range in headers[values: .accept].flatMap(HTTPField.elements) {
            guard let type = ContentType(String(decoding: range, as: UTF8.self)) else { continue }
            weights[type.value] = type.parameters["q"].map { Double($0) ?? 0 } ?? 1
        }
        let weight = weights["application/problem+json"] ?? 0
        return weight > 0 && weight >= weights["application/json"] ?? 0
    }
}

extension String {
    /// Codes of the task API begin in upper case, those of refusals in lower case.
    fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }

    /// `TaskTooLong` and `invalid_token` become `Task too long` and `Invalid token`.
    fileprivate var asWords: String {
        let words = map { $0.isUppercase ? " \($0.lowercased())" : $0 == "_" ? " " : String($0) }.joined()
        return words.trimmed().capitalizedFirst
    }
}

extension Response {
    init(status: HTTPResponse.Status, fields: HTTPFields = [:], content: some Encodable) throws {
        self.init(status: status, fields: fields, json: try TaskListFormat.encoder().encode(content))
    }

    init(status: HTTPResponse.Status, fields: HTTPFields = [:], json: some Sequence<UInt8>) {
        var fields = fields
        fields[.contentType] = "application/json; charset=utf-8"
        self.init(status: status, headers: fields, body: ResponseBody(json))
    }
}
