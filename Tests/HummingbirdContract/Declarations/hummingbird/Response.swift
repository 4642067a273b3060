// SPDX-License-Identifier: Apache-2.0
public import HTTPTypes
public import NIOCore

public struct ResponseBody: Sendable {
    private let _write: @Sendable (any ResponseBodyWriter) async throws -> Void
    public let contentLength: Int?

    public init(contentLength: Int? = nil, _ write: @Sendable @escaping (any ResponseBodyWriter) async throws -> Void) {
        (_write, self.contentLength) = (write, contentLength)
    }

    public init() {
        self.init(contentLength: 0) { try await $0.finish(nil) }
    }

    public init(byteBuffer: ByteBuffer) {
        self.init(contentLength: byteBuffer.readableBytes) { writer in
            try await writer.write(byteBuffer)
            try await writer.finish(nil)
        }
    }

    public consuming func write(_ writer: any ResponseBodyWriter) async throws { try await _write(writer) }
}

public protocol ResponseBodyWriter {
    func write(_ buffer: ByteBuffer) async throws
    func write(contentsOf buffers: some Sequence<ByteBuffer>) async throws
    consuming func finish(_ trailingHeaders: HTTPFields?) async throws
}

extension ResponseBodyWriter {
    public func write(contentsOf buffers: some Sequence<ByteBuffer>) async throws {
        for buffer in buffers { try await write(buffer) }
    }
}

public struct Response: Sendable {
    public var status: HTTPResponse.Status
    public var headers: HTTPFields
    /// Hummingbird changes the length among the fields with it.
    public let body: ResponseBody

    public init(status: HTTPResponse.Status, headers: HTTPFields = .init(), body: ResponseBody = .init()) {
        self.status = status
        self.headers = headers
        self.body = body
        if let length = body.contentLength, !headers.contains(.contentLength) {
            self.headers[.contentLength] = String(length)
        }
    }
}

@preconcurrency
public protocol ResponseGenerator: SendableMetatype {
    func response(from request: Request, context: some RequestContext) throws -> Response
}

extension Response: ResponseGenerator {
    public func response(from request: Request, context: some RequestContext) -> Response { self }
}

extension String: ResponseGenerator {
    public func response(from request: Request, context: some RequestContext) -> Response {
        Response(status: .ok, body: ResponseBody(byteBuffer: ByteBuffer(bytes: utf8)))
    }
}
