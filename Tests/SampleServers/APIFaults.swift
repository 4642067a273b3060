// SPDX-License-Identifier: Apache-2.0
import Foundation
package import HTTPTransport
package import HTTPTypes
import Synchronization

/// Lets a test refuse and list the requests to a service.
package final class APIFaults: Sendable {
    private struct Refusal {
        let status: HTTPResponse.Status
        let body: String
        let challenge: String?
    }

    private let state = Mutex<(down: Set<String>, refused: [String: Refusal], asked: [String])>(([], [:], []))

    package init() {}

    /// The services that do not answer, by a part of their addresses.
    package func setDown(_ parts: Set<String>) { state.withLock { $0.down = parts } }

    /// Answers requests to addresses with this part with an error, and perhaps with a challenge.
    package func refuse(
        _ part: String, _ status: HTTPResponse.Status, _ body: String = "{}", challenge: String? = nil
    ) {
        state.withLock { $0.refused[part] = Refusal(status: status, body: body, challenge: challenge) }
    }

    package func clear() { state.withLock { $0 = ([], [:], []) } }

    /// The addresses that were asked since the last `clear`.
    package var asked: [String] { state.withLock { $0.asked } }

    package func over(_ next: any Transport) -> any Transport { FailingTransport(next: next, faults: self) }

    private struct FailingTransport: Transport {
        let next: any Transport
        let faults: APIFaults

        func send(_ request: HTTPRequest, body: Data) async throws -> TransportResponse {
            let address = request.url?.absoluteString ?? ""
            let answer = faults.state.withLock { state -> Refusal? in
                state.asked.append(address)
                if state.down.contains(where: address.contains) {
                    return Refusal(status: .init(code: 599), body: "", challenge: nil)
                }
                return state.refused.first { address.contains($0.key) }?.value
            }
            guard let answer else { return try await next.send(request, body: body) }
            guard answer.status.code != 599 else { throw TransportError(.unreachable, "nobody answers at \(address)") }
            var response = HTTPResponse(status: answer.status)
            response.headerFields[.contentType] = "application/json"
            response.headerFields[.wwwAuthenticate] = answer.challenge
            return TransportResponse(head: response, body: Data(answer.body.utf8))
        }
    }
}
