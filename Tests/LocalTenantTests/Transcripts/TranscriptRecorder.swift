// SPDX-License-Identifier: Apache-2.0
import Foundation
import SignInTesting
import Synchronization

/// Keeps the exchanges of a flow; it stands in front of the tenant, and on the tenant's way to others.
final class TranscriptRecorder: Sendable {
    private struct State {
        /// By the request: what it brought about was asked later, and answered earlier.
        var exchanges: [Exchange?] = []
        var isPaused = false
    }

    private let state = Mutex(State())

    /// What was said so far, in the order of the requests.
    var exchanges: [Exchange] { state.withLock { $0.exchanges.compactMap(\.self) } }

    /// What follows is a preparation, or is not any more.
    func pause(_ isPaused: Bool) { state.withLock { $0.isPaused = isPaused } }

    /// Keeps a place for a request; `nil` in a preparation.
    func begin() -> Int? {
        state.withLock { state in
            guard !state.isPaused else { return nil }
            state.exchanges.append(nil)
            return state.exchanges.count - 1
        }
    }

    func note(_ exchange: Exchange, at place: Int?) {
        if let place { state.withLock { $0.exchanges[place] = exchange } }
    }
}

/// A responder of which every exchange is written down.
struct RecordedResponder: InProcessAnswering {
    let responder: any InProcessAnswering
    let recorder: TranscriptRecorder

    func respond(
        to head: HTTPRequest, body: Data, presenting certificate: Data?
    ) async throws -> (HTTPResponse, Data) {
        let place = recorder.begin()
        let (response, content) = try await responder.respond(to: head, body: body, presenting: certificate)
        let answer = Answer(status: response.status, fields: response.headerFields, body: content)
        recorder.note(Exchange(request: head, content: body, answer: answer), at: place)
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
        let place = recorder.begin()
        let response =
            (try? await issuer.send(request, body: body)) ?? TransportResponse(head: HTTPResponse(status: .ok))
        let answer = Answer(status: response.head.status, fields: response.head.headerFields, body: response.body)
        recorder.note(Exchange(request: request, content: body, answer: answer, isOutgoing: true), at: place)
        return response
    }
}
