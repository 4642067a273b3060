// SPDX-License-Identifier: Apache-2.0
#if !canImport(Darwin)
import Foundation
import Testing

@testable import HTTPTransport

@Suite struct WaitingChunksTests {
    @Test func `short chunks are joined, and long ones are not`() {
        var chunks: [Data] = []
        for byte in UInt8(0)..<100 { chunks.enqueue(Data([byte])) }
        #expect(chunks == [Data(UInt8(0)..<100)])
        let long = Data(count: 16 << 10)
        chunks.enqueue(long)
        chunks.enqueue(Data([1]))
        chunks.enqueue(Data([2]))
        #expect(chunks.dropFirst() == [long, Data([1, 2])])
        chunks.enqueue(Data(count: (16 << 10) - 2))
        #expect(chunks.count == 3, "together, they are as long as a joined chunk may be")
        chunks.enqueue(Data([3]))
        #expect(chunks.count == 4)
    }

    @Test func `a chunk that is joined to a partly sent one is sent after it`() {
        var content = OutgoingContent()
        content.append(Data([1, 2, 3]))
        #expect(Self.sent(from: &content, atMost: 2) == [1, 2])
        content.append(Data([4]))
        #expect(Self.sent(from: &content, atMost: 9) == [3, 4])
        #expect(Self.sent(from: &content, atMost: 9) == nil)
    }

    /// The bytes sent next; `nil` if the transfer has to pause.
    private static func sent(from content: inout OutgoingContent, atMost count: Int) -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: count)
        let supply = buffer.withUnsafeMutableBytes { content.fill($0) }
        guard case .bytes(let filled) = supply else { return nil }
        return Array(buffer.prefix(filled))
    }
}
#endif
