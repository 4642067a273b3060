// SPDX-License-Identifier: Apache-2.0
public import HTTPTypes
public import NIOCore

public struct Request: Sendable {
    public let head: HTTPRequest
    public var body: RequestBody

    public init(head: HTTPRequest, body: RequestBody) {
        self.head = head
        self.body = body
    }

    public mutating func collectBody(upTo maxSize: Int) async throws -> ByteBuffer {
        let buffer = try await body.collect(upTo: maxSize)
        body = RequestBody(buffer: buffer)
        return buffer
    }
}

public struct RequestBody: Sendable, AsyncSequence {
    public typealias Element = ByteBuffer

    private let stream: AsyncStream<ByteBuffer>?
    private let buffer: ByteBuffer

    public init(buffer: ByteBuffer) { (stream, self.buffer) = (nil, buffer) }

    /// Not of Hummingbird: the content of a connection, which can be read once.
    public init(once buffer: ByteBuffer) {
        stream = AsyncStream { continuation in
            continuation.yield(buffer)
            continuation.finish()
        }
        self.buffer = ByteBuffer(bytes: [])
    }

    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(stream: stream?.makeAsyncIterator(), buffer: stream == nil ? buffer : nil)
    }

    public struct AsyncIterator: AsyncIteratorProtocol {
        var stream: AsyncStream<ByteBuffer>.AsyncIterator?
        var buffer: ByteBuffer?

        public mutating func next() async throws -> ByteBuffer? {
            defer { buffer = nil }
            if let buffer { return buffer }
            return await stream?.next()
        }
    }
}
