// SPDX-License-Identifier: Apache-2.0
import Fixtures
import HTTPTransport
import SignIn

/// Prepared responses by method, path, and query; an unexpected request fails the test.
final class ScriptedTransport: Transport {
    private let answers: [String: (HTTPResponse.Status, String)]
    private let asked = Mutex<[String]>([])

    init(_ answers: [String: (HTTPResponse.Status, String)]) { self.answers = answers }

    var requests: [String] { asked.withLock(\.self) }

    func send(_ request: HTTPRequest, body: Data) async throws -> TransportResponse {
        let whole = "\(request.method) \(request.path ?? "")"
        let question = answers[whole] == nil ? String(whole.prefix { $0 != "?" }) : whole
        asked.withLock { $0.append(question) }
        guard let (status, text) = answers[question] else {
            Issue.record("unexpected: \(whole)")
            throw TransportError(.unreachable, "the script has no answer")
        }
        return TransportResponse(head: HTTPResponse(status: status), body: Data(text.utf8))
    }
}
