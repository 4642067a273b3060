// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPTransport
import HTTPTypes
import SignInTesting
import Synchronization

/// Keeps the exchanges of a flow; it stands in front of the tenant, and on the tenant's way to others.
final class TranscriptRecorder: Sendable {
    private struct State {
        var exchanges: [Exchange] = []
        var isPaused = false
    }

    private let state = Mutex(State())

    /// What was said so far, in order.
    var exchanges: [Exchange] { state.withLock(\.exchanges) }

    /// What follows is a preparation, or is not any more.
    func pause(_ isPaused: Bool) { state.withLock { $0.isPaused = isPaused } }

    func note(_ exchange: Exchange) {
        state.withLock { if !$0.isPaused { $0.exchanges.append(exchange) } }
    }
}

/// A responder of which every exchange is written down.
struct RecordedResponder: InProcessAnswering {
    let responder: any InProcessAnswering
    let recorder: TranscriptRecorder

    func respond(to head: HTTPRequest, body: Data) async throws -> (HTTPResponse, Data) {
        let (response, content) = try await responder.respond(to: head, body: body)
        let answer = Answer(status: response.status, fields: response.headerFields, body: content)
        recorder.note(Exchange(request: head, content: body, answer: answer))
        return (response, content)
    }
}

/// Everybody whom the tenant may ask: an issuer with two documents, and apps that say yes.
struct RecordedNetwork: Transport {
    let recorder: TranscriptRecorder
    private let issuer = FederatedCredentialTests.Issuer()

    init(recorder: TranscriptRecorder) {
        self.recorder = recorder
    }

    func send(_ request: HTTPRequest, body: Data) async throws -> TransportResponse {
        let response =
            (try? await issuer.send(request, body: body)) ?? TransportResponse(head: HTTPResponse(status: .ok))
        let answer = Answer(status: response.head.status, fields: response.head.headerFields, body: response.body)
        recorder.note(Exchange(request: request, content: body, answer: answer, isOutgoing: true))
        return response
    }
}
