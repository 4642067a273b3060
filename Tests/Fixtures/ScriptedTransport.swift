// SPDX-License-Identifier: Apache-2.0
package import Foundation
package import HTTPMessages
package import HTTPTransport

/// Gives prepared answers, one after the other, and keeps what it was asked.
package actor ScriptedTransport: Transport {
    /// One request, as it would have gone out.
    package struct Sent: Sendable {
        /// Method, target and fields.
        package let head: HTTPRequest
        /// The content.
        package let body: Data

        /// Method and whole address, as in `GET https://graph.example/v1.0/me`.
        package var line: String {
            "\(head.method) \(head.scheme ?? "")://\(head.authority ?? "")\(head.path ?? "")"
        }
    }

    private var answers: [TransportResponse]
    /// What was asked, in order.
    package private(set) var sent: [Sent] = []

    /// Prepares answers; when there is none left, nobody answers any more.
    package init(_ answers: [(status: Int, body: String)]) {
        self.answers = answers.map { status, body in
            TransportResponse(head: HTTPResponse(status: .init(code: status)), body: Data(body.utf8))
        }
    }

    /// What was asked, in a line each.
    package var lines: [String] { sent.map(\.line) }

    /// Gives the next answer.
    package func send(_ request: HTTPRequest, body: Data) async throws -> TransportResponse {
        sent.append(Sent(head: request, body: body))
        guard !answers.isEmpty else { throw TransportError(.unreachable, "no answer is left") }
        return answers.removeFirst()
    }
}
