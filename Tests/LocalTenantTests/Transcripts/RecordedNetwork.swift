// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPMessages
import HTTPTransport

@testable import TenantFixtures

/// The services to which the tenant sends requests: an issuer with two documents, and apps that answer with 200.
struct RecordedNetwork: Transport {
    let recorder: TranscriptRecorder
    private let issuer = FederatedIssuer()

    init(recorder: TranscriptRecorder) {
        self.recorder = recorder
    }

    func send(_ request: HTTPRequest, body: Data) async throws -> TransportResponse {
        let place = recorder.begin()
        let response =
            (try? await issuer.send(request, body: body)) ?? TransportResponse(head: HTTPResponse(status: .ok))
        let answer = Answer(status: response.head.status, fields: response.head.headerFields, body: response.body)
        recorder.note(Exchange(request: request, content: body, answer: answer, isOutgoing: true), at: place)
        return response
    }
}
