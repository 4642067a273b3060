// SPDX-License-Identifier: Apache-2.0
package import HTTPMessages
package import HTTPTransport

/// Responds by a function, and records the requests.
package final class StubTransport: Transport {
    private let answer: @Sendable (HTTPRequest, Data) async throws -> TransportResponse
    private let sent = Mutex<[(HTTPRequest, Data)]>([])

    /// Answers with what the function returns or throws.
    package init(_ answer: @escaping @Sendable (HTTPRequest, Data) async throws -> TransportResponse) {
        self.answer = answer
    }

    /// Returns the responses in sequence, and repeats the last.
    package convenience init(_ responses: [Result<TransportResponse, TransportError>]) {
        let number = Mutex(0)
        self.init { _, _ in
            let current = number.withLock { number in
                defer { number += 1 }
                return min(number, responses.count - 1)
            }
            return try responses[current].get()
        }
    }

    package var requests: [HTTPRequest] { sent.withLock { $0.map(\.0) } }
    package var bodies: [Data] { sent.withLock { $0.map(\.1) } }

    package func send(_ request: HTTPRequest, body: Data) async throws -> TransportResponse {
        sent.withLock { $0.append((request, body)) }
        return try await answer(request, body)
    }
}
