// SPDX-License-Identifier: Apache-2.0
import HTTPTransport
import Synchronization

@testable import TenantFixtures

/// A transport that records all requests, and returns one status.
final class RecordingTransport: Transport {
    struct Sent: Sendable {
        let request: HTTPRequest
        let form: FormParameters
    }

    private let all = Mutex<[Sent]>([])
    private let status: HTTPResponse.Status?

    /// - Parameter status: The status of all responses; `nil` for an unreachable network.
    init(answering status: HTTPResponse.Status?) { self.status = status }

    var sent: [Sent] { all.withLock { $0 } }

    func send(_ request: HTTPRequest, body: Data) async throws -> TransportResponse {
        let form = FormParameters(encoded: String(decoding: body, as: UTF8.self)) ?? FormParameters()
        all.withLock { $0.append(Sent(request: request, form: form)) }
        guard let status else { throw TransportError(.unreachable, "nobody answers") }
        return TransportResponse(head: HTTPResponse(status: status))
    }
}
