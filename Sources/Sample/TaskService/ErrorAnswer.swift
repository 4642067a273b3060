// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPServing
import HTTPTypes
import Hummingbird
import NIOCore
import TaskList

/// An error in the form of the task API: `{"code", "message"}`.
struct ErrorAnswer {
    private let status: HTTPResponse.Status
    private let fields: HTTPFields
    private let content: Content

    private struct Content: Encodable {
        let code: String
        let message: String
    }

    /// The response for a refusal of the API itself.
    init(_ refusal: TaskRefusal) {
        status = refusal.code.status
        fields =
            refusal.allowed.isEmpty ? [:] : [.allow: refusal.allowed.map(\.rawValue).joined(separator: ", ")]
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
        content = Content(code: reason.filter { $0 != " " }, message: error.body ?? reason)
    }

    /// The response for a failure, without its cause: that is for the log.
    static let internalError = ErrorAnswer(
        HTTPError(.internalServerError, message: "the task service made a mistake; its log says which"))

    /// The response to send.
    func response() throws -> Response {
        try Response(status: status, fields: fields, content: content)
    }
}

extension String {
    /// Codes of refusals begin in lower case; those of the task API begin in upper case.
    fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
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
        self.init(status: status, headers: fields, body: ResponseBody(byteBuffer: ByteBuffer(bytes: json)))
    }
}
