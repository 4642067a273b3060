// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPTransport
import SignIn

/// The examples of contents as streams, of downloads and of the transports around another one.
struct StreamExamples {
    let transport: any Transport
    let flow: SignInFlow
    let account: Account
    let api: URL
    let film: URL
    let picture: URL

    func pieces() async throws -> Int {
        // snippet: ByteChunks
        let response = try await transport.stream(HTTPRequest(url: api.appending(path: "log")))
        var bytes = 0
        for try await chunk in response.body { bytes += chunk.count }
        // snippet: end
        return bytes
    }

    func lines() async throws -> Int {
        // snippet: StreamedResponse
        let response = try await transport.stream(HTTPRequest(url: api.appending(path: "export")))
        guard response.status == .ok else { return try await response.collect().body.count }
        var lines = 0
        for try await chunk in response.body { lines += chunk.count { $0 == UInt8(ascii: "\n") } }
        // snippet: end
        return lines
    }

    func upload() async throws -> TransportResponse {
        // snippet: RequestBody
        var request = HTTPRequest(method: .put, url: api.appending(path: "films/1"))
        request.headerFields[.contentType] = "video/mp4"
        let response = try await transport.stream(request, body: .file(film)).collect()
        // snippet: end
        return response
    }

    func form() async throws -> TransportResponse {
        // snippet: MultipartForm
        let form = MultipartForm([.field("title", "Rome"), try .file("picture", picture, contentType: "image/jpeg")])
        var request = HTTPRequest(method: .post, url: api.appending(path: "pictures"))
        request.headerFields[.contentType] = form.contentType
        let response = try await transport.stream(request, body: form.body).collect()
        // snippet: end
        return response
    }

    func progress() async throws {
        // snippet: TransferProgress
        try await TransferProgress.watching { updates in
            for await progress in updates { await show("\(progress.bytes) of \(progress.total ?? 0) bytes") }
        } during: { report in
            try await transport.download(HTTPRequest(url: api.appending(path: "film")), to: film, reporting: report)
        }
        // snippet: end
    }

    func download() async throws {
        // snippet: download
        let request = HTTPRequest(url: api.appending(path: "film"))
        let response = try await transport.download(request, to: film, resuming: true)
        if response.status == .notFound { await show("There is no such film.") }
        // snippet: end
    }

    func sequence(_ recording: some AsyncSequence<Data, any Error> & Sendable) async throws -> StreamedResponse {
        let request = HTTPRequest(method: .post, url: api)
        // snippet: request bodies
        let again = RequestBody.chunks(length: nil) { ByteChunks(try replay()) }  // created for each attempt
        let once = RequestBody.once(recording)  // never resent
        let response = try await transport.stream(request, body: once)
        // snippet: end
        _ = again
        return response
    }

    private func replay() throws -> Data { Data() }

    func policy() -> RetryingTransport {
        // snippet: RetryPolicy
        var policy = RetryPolicy()
        policy.maximumAttempts = 6
        let patient = RetryingTransport(over: transport, policy: policy)
        // snippet: end
        return patient
    }

    func events() -> RetryingTransport {
        // snippet: RetryEvent
        let patient = RetryingTransport(
            over: transport,
            reporting: { event in
                log("attempt \(event.attempt) at \(event.server): \(event.reason); again in \(event.delay)")
            })
        // snippet: end
        return patient
    }

    func retries() async throws -> TransportResponse {
        // snippet: RetryingTransport
        let patient = RetryingTransport(over: transport)
        let calls = AuthorizedTransport(flow.session(of: account), scopes: ["Tasks.Read"], to: api, over: patient)
        let tasks = try await calls.send(HTTPRequest(url: api.appending(path: "tasks")))
        // snippet: end
        return tasks
    }

    func redirects() async throws -> TransportResponse {
        // snippet: RedirectingTransport
        let following = RedirectingTransport(over: transport)
        let calls = AuthorizedTransport(flow.session(of: account), scopes: ["Files.Read"], to: api, over: following)
        let response = try await calls.send(HTTPRequest(url: api.appending(path: "latest")))
        // snippet: end
        return response
    }

    func ownClient(_ calls: AuthorizedTransport, _ client: some OwnClient) async throws -> [String] {
        // snippet: own client
        let lines = try await calls.send(HTTPRequest(url: api.appending(path: "export"))) { request in
            let response = try await client.execute(request)  // has the token
            return (response.head, response.lines)
        }
        // snippet: end
        return lines
    }
}

/// A client that an app has already.
protocol OwnClient {
    func execute(_ request: HTTPRequest) async throws -> (head: HTTPResponse, lines: [String])
}
