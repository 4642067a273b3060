// SPDX-License-Identifier: Apache-2.0
import CTesseraSockets

package final class SocketStream: ByteStream {
    package let source: Source

    package init(_ source: Source) { self.source = source }

    package func read(
        into input: inout Input, atMost count: Int, until deadline: Deadline, cancellable: Bool
    ) async throws(ConnectionError) -> Int {
        input.compact()
        while true {
            let outcome = await source.wait(for: .read, until: deadline, cancellable: cancellable)
            switch outcome {
            // A drain loses no request that has already arrived: read once more.
            case .ready, .draining: break
            case .timedOut: throw .timedOut
            case .cancelled: throw .cancelled
            case .interrupted: throw .closed
            }
            var result = 0
            let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initializedCount in
                result = source.receive(into: UnsafeMutableRawBufferPointer(buffer))
                initializedCount = max(0, result)
            }
            if result >= 0 {
                input.append(bytes)
                return result
            }
            guard ct_would_block(result) != 0, outcome == .ready else { throw .closed }
        }
    }

    package func write(_ bytes: [UInt8], each: Duration) async throws(ConnectionError) {
        try await source.send(bytes, each: each)
    }

    package func finish(each: Duration) async { source.finish() }
    package func close() { source.close() }

    package func begin() { source.begin() }
    package func end() -> Bool { source.end() }
    package var isDraining: Bool { source.isDraining }
    package func hangUp() async { _ = await source.wait(for: .hangUp, cancellable: true) }

    package func writePlain(_ bytes: [UInt8], each: Duration) async { try? await write(bytes, each: each) }
    package var peerCertificate: [UInt8]? { nil }
}
