// SPDX-License-Identifier: Apache-2.0

public struct ByteBuffer: Sendable, Hashable {
    /// Not of SwiftNIO, which has a view of the bytes.
    public let bytes: [UInt8]

    public init<Bytes: Sequence>(bytes: Bytes) where Bytes.Element == UInt8 { self.bytes = Array(bytes) }
}
