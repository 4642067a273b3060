// SPDX-License-Identifier: Apache-2.0
import Foundation
package import HTTPTransport
package import HTTPTypes
import HTTPTypesFoundation
import Synchronization

/// Lets a test refuse and list the requests to a service.
package final class APIFaults: Sendable {
    private let state = Mutex<(down: Set<String>, refused: [String: (HTTPResponse.Status, String)], asked: [String])>(
        ([], [:], []))

    package init() {}

    /// The services that do not answer, by a part of their addresses.
    package func setDown(_ parts: Set<String>) { state.withLock { $0.down = parts } }

    /// Answers requests to addresses with this part with an error.
    package func refuse(_ part: String, _ status: HTTPResponse.Status, _ body: String = "{}") {
        state.withLock { $0.refused[part] = (status, body) }
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
            let answer = faults.state.withLock { state -> (HTTPResponse.Status, String)? in
                state.asked.append(address)
                if state.down.contains(where: address.contains) { return (.init(code: 599), "") }
                return state.refused.first { address.contains($0.key) }?.value
            }
            guard let (status, text) = answer else { return try await next.send(request, body: body) }
            guard status.code != 599 else { throw TransportError(.unreachable, "nobody answers at \(address)") }
            var response = HTTPResponse(status: status)
            response.headerFields[.contentType] = "application/json"
            return TransportResponse(head: response, body: Data(text.utf8))
        }
    }
}
