// SPDX-License-Identifier: Apache-2.0

public struct ByteBuffer: Sendable, Hashable {
    private let bytes: [UInt8]

    public init<Bytes: Sequence>(bytes: Bytes) where Bytes.Element == UInt8 { self.bytes = Array(bytes) }

    public var readableBytes: Int { bytes.count }
    public var readableBytesView: ByteBufferView { ByteBufferView(bytes: bytes) }
}

public struct ByteBufferView: RandomAccessCollection, Sendable {
    let bytes: [UInt8]

    public var startIndex: Int { bytes.startIndex }
    public var endIndex: Int { bytes.endIndex }
    public subscript(position: Int) -> UInt8 { bytes[position] }
}

extension String {
    public init(buffer: ByteBuffer) { self.init(decoding: buffer.readableBytesView, as: UTF8.self) }
}

public struct NIOTooManyBytesError: Error, Hashable {
    public var maxBytes: Int?

    public init(maxBytes: Int) { self.maxBytes = maxBytes }
}

extension AsyncSequence where Element == ByteBuffer {
    public func collect(upTo maxBytes: Int) async throws -> ByteBuffer {
        var bytes: [UInt8] = []
        for try await buffer in self {
            bytes += buffer.readableBytesView
            guard bytes.count <= maxBytes else { throw NIOTooManyBytesError(maxBytes: maxBytes) }
        }
        return ByteBuffer(bytes: bytes)
    }
}
