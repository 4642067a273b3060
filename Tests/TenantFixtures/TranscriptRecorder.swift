// SPDX-License-Identifier: Apache-2.0
import Synchronization

/// Records the exchanges of a flow: requests to the tenant, and the tenant's own requests.
final class TranscriptRecorder: Sendable {
    private struct State {
        /// In the order of the requests; a nested request begins later and ends earlier.
        var exchanges: [Exchange?] = []
        var isPaused = false
    }

    private let state = Mutex(State())

    var exchanges: [Exchange] { state.withLock { $0.exchanges.compactMap(\.self) } }

    /// Pauses the recording for a preparation, or resumes it.
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

struct RecordedResponder: InProcessAnswering {
    let responder: any InProcessAnswering
    let recorder: TranscriptRecorder

    func respond(to head: HTTPRequest, body: Data, presenting certificate: Data?) async throws -> (HTTPResponse, Data) {
        let place = recorder.begin()
        let (response, content) = try await responder.respond(to: head, body: body, presenting: certificate)
        let answer = Answer(status: response.status, fields: response.headerFields, body: content)
        recorder.note(Exchange(request: head, content: body, answer: answer), at: place)
        return (response, content)
    }
}

struct Exchange: Sendable {
    let request: HTTPRequest
    let content: Data
    let answer: Answer
    /// Whether the tenant sent the request.
    var isOutgoing = false

    var path: String { String((request.path ?? "/").prefix { $0 != "?" }) }

    var query: FormParameters { Self.parameters(of: request.path ?? "") }

    /// The content as a form; empty for any other.
    var form: FormParameters {
        guard request.headerFields[.contentType] == "application/x-www-form-urlencoded" else { return [:] }
        return FormParameters(encoded: String(decoding: content, as: UTF8.self)) ?? [:]
    }

    /// The parameters after the first `?` of an address.
    static func parameters(of address: String) -> FormParameters {
        guard let mark = address.firstIndex(of: "?") else { return [:] }
        return FormParameters(encoded: address[address.index(after: mark)...]) ?? [:]
    }
}
