// SPDX-License-Identifier: Apache-2.0
package import HTTPMessages
package import HTTPTransport

/// Prepared responses in sequence; an unexpected request fails the test.
package actor ScriptedTransport: Transport {
    package struct Sent: Sendable {
        /// Method, target and fields.
        package let head: HTTPRequest
        package let body: Data

        /// Method and URL, as in `GET https://graph.example/v1.0/me`.
        package var line: String {
            "\(head.method) \(head.scheme ?? "")://\(head.authority ?? "")\(head.path ?? "")"
        }
    }

    private var answers: [TransportResponse]
    private let places: [String]
    private let isUnreachableThen: Bool
    private let sourceLocation: SourceLocation
    package private(set) var sent: [Sent] = []

    /// `places`: the prefixes of the requests' lines, in order; the last one also applies to all later requests;
    /// `isUnreachableThen`: later requests are expected, and fail.
    package init(
        _ answers: [(status: Int, body: String)], at places: String..., thenUnreachable isUnreachableThen: Bool = false,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        (self.places, self.isUnreachableThen) = (places, isUnreachableThen)
        self.sourceLocation = sourceLocation
        self.answers = answers.map { status, body in
            TransportResponse(head: HTTPResponse(status: .init(code: status)), body: Data(body.utf8))
        }
    }

    package var lines: [String] { sent.map(\.line) }

    package func send(_ request: HTTPRequest, body: Data) async throws -> TransportResponse {
        let question = Sent(head: request, body: body)
        let place = places.isEmpty ? "" : places[min(sent.count, places.count - 1)]
        sent.append(question)
        guard question.line.hasPrefix(place) else {
            Issue.record("expected \(place), and not \(question.line)", sourceLocation: sourceLocation)
            throw TransportError(.unreachable, "the script has no answer")
        }
        guard !answers.isEmpty else {
            if !isUnreachableThen { Issue.record("unexpected: \(question.line)", sourceLocation: sourceLocation) }
            throw TransportError(.unreachable, "no answer is left")
        }
        return answers.removeFirst()
    }
}
