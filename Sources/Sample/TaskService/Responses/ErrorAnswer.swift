// SPDX-License-Identifier: Apache-2.0
import BearerAuth
import HTTPMessages
import HTTPServing
import HTTPTransport
import JSONWebSignatures
import PortableFoundation
import TaskListClient

/// An error in one of the two forms of the task API: `{"code", "message"}`, or problem details.
struct ErrorAnswer {
    private let status: HTTPResponse.Status
    private let fields: HTTPFields
    private let content: Content

    /// The code that the client sees.
    var code: String { content.code }
    /// The sentence that the client sees.
    var message: String { content.message }

    private struct Content {
        let code: String
        let message: String

        var json: JSONValue { .object(["code": .string(code), "message": .string(message)]) }

        /// Problem details. RFC 9457 §3.1
        func problem(_ status: HTTPResponse.Status, of id: String) -> JSONValue {
            .object([
                "type": .string("urn:problem-type:task-api:" + code), "title": .string(code.asWords),
                "status": .integer(status.code), "detail": .string(message), "instance": .string("urn:request:" + id),
                "code": .string(code),
            ])
        }
    }

    /// The response for a refusal of the API itself.
    init(_ refusal: TaskRefusal) {
        (status, fields) = (refusal.code.status, refusal.fields)
        content = Content(code: refusal.code.rawValue, message: refusal.message)
    }

    /// The response for a request that was refused before its content was interpreted.
    init(_ refusal: RequestRefusal) {
        status = refusal.status
        fields = [:]
        content = Content(code: refusal.code.rawValue.capitalizedFirst, message: refusal.message)
    }

    /// The response for an error of the library; its message is for callers.
    init(_ error: HTTPError) {
        status = error.status
        fields = error.headers
        let reason = error.status.reasonPhrase
        content = Content(code: reason.filter { $0 != " " }, message: error.message ?? reason)
    }

    /// The response of the part that judges tokens, with its challenges.
    init(_ response: TransportResponse, code: String, message: String) {
        (status, fields) = (response.status, response.head.headerFields)
        content = Content(code: code, message: message)
    }

    /// The response for a failure, without its cause: that is for the log.
    static let internalError = ErrorAnswer(
        HTTPError(.internalServerError, message: "an internal error occurred; see the service's log"))

    /// The response to a request, in the form that its `Accept` field asks for.
    func response(to request: Request, _ context: some RequestContext) -> Response {
        var fields = fields
        fields[values: .vary].append("Accept")
        guard request.wantsProblemDetails else {
            return Response(status: status, fields: fields, json: content.json.text.utf8)
        }
        let problem = content.problem(status, of: context.id)
        var response = Response(status: status, fields: fields, json: problem.text.utf8)
        response.headers[.contentType] = "application/problem+json"
        return response
    }
}

extension Request {
    /// Whether the client names problem details in `Accept`, and prefers no JSON of another form.
    ///
    /// A wildcard is not enough: clients of the seeds' API send one, and expect the seeds' form. RFC 9110 §12.5.1
    fileprivate var wantsProblemDetails: Bool {
        var weights: [String: Double] = [:]
        for range in headers[values: .accept].flatMap({ $0.split(separator: ",") }) {
            guard let type = ContentType(String(range)) else { continue }
            weights[type.value] = type.parameters["q"].map { Double($0) ?? 0 } ?? 1
        }
        let weight = weights["application/problem+json"] ?? 0
        return weight > 0 && weight >= weights["application/json"] ?? 0
    }
}

extension String {
    /// Codes of refusals begin in lower case; those of the task API begin in upper case.
    fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }

    /// A code such as `TaskTooLong` or `invalid_token` as words: `Task too long`.
    fileprivate var asWords: String {
        let words = map { $0.isUppercase ? " \($0.lowercased())" : $0 == "_" ? " " : String($0) }.joined()
        return words.trimmed().capitalizedFirst
    }
}

extension Response {
    /// Creates a response with content in the JSON of the task API.
    init(status: HTTPResponse.Status, fields: HTTPFields = [:], content: some Encodable) throws {
        self.init(status: status, fields: fields, json: try TaskListFormat.encoder().encode(content))
    }

    /// Creates a response with bytes that are JSON already.
    init(status: HTTPResponse.Status, fields: HTTPFields = [:], json: some Sequence<UInt8>) {
        var fields = fields
        fields[.contentType] = "application/json; charset=utf-8"
        self.init(status: status, headers: fields, body: ResponseBody(json))
    }
}
