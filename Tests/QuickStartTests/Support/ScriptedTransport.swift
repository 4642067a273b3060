// SPDX-License-Identifier: Apache-2.0
import Foundation
import SignIn
import Synchronization

/// Gives prepared answers by path and query, and notes what was asked.
final class ScriptedTransport: Transport {
    private let answers: [String: (HTTPResponse.Status, String)]
    private let asked = Mutex<[String]>([])

    init(_ answers: [String: (HTTPResponse.Status, String)]) { self.answers = answers }

    var requests: [String] { asked.withLock(\.self) }

    func send(_ request: HTTPRequest, body: Data) async throws -> TransportResponse {
        let path = request.path?.split(separator: "?", maxSplits: 1).first.map(String.init) ?? ""
        let question = answers[request.path ?? ""] == nil ? path : request.path ?? ""
        asked.withLock { $0.append("\(request.method) \(question)") }
        let (status, text) = answers[question] ?? (.notFound, "{}")
        return TransportResponse(head: HTTPResponse(status: status), body: Data(text.utf8))
    }
}
