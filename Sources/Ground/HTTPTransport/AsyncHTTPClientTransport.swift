// SPDX-License-Identifier: Apache-2.0
#if !canImport(Darwin)
import AsyncHTTPClient
import Foundation
import HTTPMessages
import NIOCore
import NIOHTTP1

/// The transport on Linux.
struct AsyncHTTPClientTransport: Transport {
    private let connections: HTTPConnections
    private let limits: TransportLimits
    let presentsCertificate: Bool

    init(
        limits: TransportLimits, presenting identity: TransportIdentity? = nil,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) {
        connections = HTTPConnections(
            environment: environment, idleTimeout: limits.idleTimeout, presenting: identity)
        self.limits = limits
        presentsCertificate = identity != nil
    }

    func shutDown() async throws { try await connections.shutDown() }

    func send(_ request: HTTPRequest, body: Data) async throws -> TransportResponse {
        let body = body.isEmpty ? nil : HTTPClientRequest.Body.bytes(ByteBuffer(bytes: body))
        return try await withDeadline(limits.deadline, naming: request) {
            try await perform(request, { _ in body }, before: .now() + TimeAmount(limits.deadline))
                .collect(upTo: limits.maximumResponseBytes)
        }
    }

    func stream(_ request: HTTPRequest, body: RequestBody) async throws -> StreamedResponse {
        let content: @Sendable (HTTPClient) throws -> HTTPClientRequest.Body? = { client in
            body.length == 0 ? nil : try UploadedChunks(body, sentOn: client.eventLoopGroup).content
        }
        guard let time = limits.streamDeadline else {
            return try await perform(request, content, before: .distantFuture)
        }
        let end = ContinuousClock.now + time
        var response = try await withDeadline(time, naming: request) {
            try await perform(request, content, before: .now() + TimeAmount(time))
        }
        response.body = response.body.ending(at: end, naming: request)
        return response
    }

    /// Sends a request; the deadline is that of the response's head.
    private func perform(
        _ request: HTTPRequest, _ body: (HTTPClient) throws -> HTTPClientRequest.Body?, before deadline: NIODeadline
    ) async throws -> StreamedResponse {
        var outgoing = try HTTPClientRequest(request)
        let client = try connections.client(for: request)
        outgoing.body = try body(client)
        do {
            let response = try await client.execute(outgoing, deadline: deadline)
            return StreamedResponse(head: HTTPResponse(response), body: Self.content(of: response, to: request))
        } catch {
            throw TransportError.explaining(error, request: request)
        }
    }

    private static func content(of response: HTTPClientResponse, to request: HTTPRequest) -> ByteChunks {
        let body = response.body
        return ByteChunks {
            var iterator = body.makeAsyncIterator()
            return {
                do {
                    guard let piece = try await iterator.next(isolation: #isolation) else {
                        // The end of a cancelled content must not be taken for that of a whole one.
                        try Task.checkCancellation()
                        return nil
                    }
                    return Data(piece.readableBytesView)
                } catch {
                    throw TransportError.explaining(error, request: request)
                }
            }
        }
    }
}

extension HTTPClientRequest {
    fileprivate init(_ request: HTTPRequest) throws {
        let address = try request.absoluteAddress()
        self.init(url: request.addressWithoutLocalNames ?? address)
        method = HTTPMethod(rawValue: request.method.rawValue)
        for field in request.headerFields { headers.add(name: field.name.canonicalName, value: field.value) }
        if let authority = request.authority { headers.replaceOrAdd(name: "Host", value: authority) }
        // The library would miss the compressed content that an answer to HEAD only describes.
        if method == .HEAD { headers.replaceOrAdd(name: "Accept-Encoding", value: "identity") }
    }
}

extension HTTPResponse {
    fileprivate init(_ response: HTTPClientResponse) {
        self.init(status: Status(code: Int(response.status.code), reasonPhrase: response.status.reasonPhrase))
        for (name, value) in response.headers {
            guard let name = HTTPField.Name(name) else { continue }
            headerFields.append(HTTPField(name: name, value: value))
        }
    }
}
#endif
