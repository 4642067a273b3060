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
