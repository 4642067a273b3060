// SPDX-License-Identifier: Apache-2.0
import HTTPTransport

@testable import TenantDirectory
@testable import TenantFixtures

/// One flow of the tenant, as apps and people take it, and the file that holds its transcript.
struct TranscriptFlow: Sendable, CustomTestStringConvertible {
    typealias Flow = TranscriptFlow

    /// The name of the file, without its ending.
    let name: String
    let title: String
    let play: @Sendable (inout Stage) async throws -> Void

    init(_ name: String, _ title: String, _ play: @escaping @Sendable (inout Stage) async throws -> Void) {
        (self.name, self.title, self.play) = (name, title, play)
    }

    static let all =
        signIns + tokens + pages + documents + errors + customers + externalID + standard + standardTokens + graph

    var testDescription: String { name }

    func transcript() async throws -> String {
        let recorder = TranscriptRecorder()
        let site = try Site(
            keys: .development, seed: 4, transport: RecordedNetwork(recorder: recorder), recorder: recorder)
        var stage = Stage(site: site, browser: Browser(site), recorder: recorder)
        try await play(&stage)
        return Transcript(title: title, recorder.exchanges).text
    }
}

struct Stage {
    let site: Site
    var browser: Browser
    let recorder: TranscriptRecorder

    /// Prepares something that the transcript is not about.
    mutating func prepare<Value>(_ body: (inout Stage) async throws -> Value) async throws -> Value {
        recorder.pause(true)
        defer { recorder.pause(false) }
        return try await body(&self)
    }

    mutating func join(_ name: String = "ana.silva") async throws { try await browser.join(name) }

    mutating func tokens(
        _ scope: String = "openid profile offline_access User.Read.All"
    ) async throws -> [String: String] {
        try await prepare { stage in
            try await stage.site.tokens(for: .goodRequest.with("scope", scope)).compactMapValues(\.string)
        }
    }
}

/// The services to which the tenant sends requests: an issuer with two documents, and apps that answer with 200.
struct RecordedNetwork: Transport {
    let recorder: TranscriptRecorder
    private let issuer = FederatedIssuer()

    init(recorder: TranscriptRecorder) { self.recorder = recorder }

    func send(_ request: HTTPRequest, body: Data) async throws -> TransportResponse {
        let place = recorder.begin()
        let response =
            (try? await issuer.send(request, body: body)) ?? TransportResponse(head: HTTPResponse(status: .ok))
        let answer = Answer(status: response.head.status, fields: response.head.headerFields, body: response.body)
        recorder.note(Exchange(request: request, content: body, answer: answer, isOutgoing: true), at: place)
        return response
    }
}
