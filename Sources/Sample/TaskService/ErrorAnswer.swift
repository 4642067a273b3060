// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPServing
import HTTPTypes
import Hummingbird
import NIOCore
import TaskList

/// An error as the task API says it: `{"code", "message"}`.
struct ErrorAnswer {
    private let status: HTTPResponse.Status
    private let fields: HTTPFields
    private let content: Content

    private struct Content: Encodable {
        let code: String
        let message: String
    }

    /// Says what the API itself refused.
    init(_ refusal: TaskRefusal) {
        status = refusal.code.status
        fields =
            refusal.allowed.isEmpty ? [:] : [.allow: refusal.allowed.map(\.rawValue).joined(separator: ", ")]
        content = Content(code: refusal.code.rawValue, message: refusal.message)
    }

    /// Says what was refused before the request's meaning was looked at.
    init(_ refusal: RequestRefusal) {
        status = refusal.status
        fields = [:]
        content = Content(code: refusal.code.rawValue.capitalizedFirst, message: refusal.message)
    }

    /// Says what was thrown as an answer; its words were chosen for callers.
    init(_ error: HTTPError) {
        status = error.status
        fields = error.headers
        let reason = error.status.reasonPhrase
        content = Content(code: reason.filter { $0 != " " }, message: error.body ?? reason)
    }

    /// Says that something failed, and nothing of what: that is for the log.
    static let internalError = ErrorAnswer(
        HTTPError(.internalServerError, message: "the task service made a mistake; its log says which"))

    /// The answer to send.
    func response() throws -> Response {
        try Response(status: status, fields: fields, content: content)
    }
}

extension String {
    /// Codes of refusals begin in lower case, those of the task API do not.
    fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}

extension Response {
    /// Creates an answer with content in the JSON of the task API.
    init(status: HTTPResponse.Status, fields: HTTPFields = [:], content: some Encodable) throws {
        var fields = fields
        fields[.contentType] = "application/json; charset=utf-8"
        let bytes = try TaskListFormat.encoder().encode(content)
        self.init(status: status, headers: fields, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }
}
