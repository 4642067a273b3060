// SPDX-License-Identifier: Apache-2.0
#if !canImport(Darwin)
import Foundation
import HTTPMessages
import Synchronization
import Testing

@testable import HTTPTransport

/// Without libcurl.
@Suite struct CurlTransferTests {
    private static let pause = 0x1000_0001
    private static let abort = 0x1000_0000

    private static func transfer(_ request: CurlRequest, after other: CurlTransfer? = nil) throws -> CurlTransfer {
        // It is only passed on.
        let easy = try #require(UnsafeMutableRawPointer(bitPattern: 1))
        return CurlTransfer(CurlExchange(request, over: CurlDriver(wakeup: -1)), on: easy, IdleSockets(), after: other)
    }

    @Test(arguments: [(1, 60, 1), (60, 1, 1), (nil, 1, 1), (nil, 60, 60)] as [(Int?, Int, Int)])
    func `a transfer ends at its deadline or idle time, the earlier one`(
        deadline: Int?, idleTimeout: Int, expected: Int
    ) throws {
        let request = CurlRequest(deadline: deadline.map { .seconds($0) }, idleTimeout: .seconds(idleTimeout))
        let before = ContinuousClock.now
        let transfer = try Self.transfer(request)
        let after = ContinuousClock.now
        #expect((before...after).contains(transfer.end - .seconds(expected)))
    }

    @Test func `the deadline of a request that is started again stays`() throws {
        let first = try Self.transfer(CurlRequest(deadline: .seconds(1)))
        #expect(try Self.transfer(CurlRequest(deadline: .seconds(1)), after: first).end == first.end)
    }

    @Test func `each transferred byte extends the deadline`() throws {
        let transfer = try Self.transfer(CurlRequest(.chunks(length: nil)))
        var end = transfer.end
        func isLater() -> Bool {
            defer { end = transfer.end }
            return transfer.end > end
        }
        #expect(transfer.header("HTTP/1.1 200 OK\r\n") && !isLater())
        #expect(transfer.header("\r\n") && isLater())
        #expect(transfer.write("x") == 1 && isLater())
        #expect(transfer.read(atMost: 1) == Self.pause && !isLater())
        transfer.exchange.state.withLock { $0.outgoing.append(Data([1])) }
        #expect(transfer.read(atMost: 2) == 1 && isLater())
        transfer.exchange.end(.success(()))
        #expect(transfer.read(atMost: 1) == Self.abort && !isLater())
    }

    @Test func `bytes that libcurl repeats after a pause are received once`() async throws {
        let transfer = try Self.transfer(CurlRequest())
        let exchange = transfer.exchange
        for line in ["HTTP/1.1 200 OK\r\n", "Transfer-Encoding: chunked\r\n", "\r\n"] { #expect(transfer.header(line)) }
        #expect(transfer.write("100000\r\n") == 8)
        #expect(exchange.state.withLock { $0.chunks.isEmpty }, "a size is no content")
        let mebibyte = String(repeating: "x", count: 1 << 20)
        #expect((transfer.write(mebibyte), transfer.write("\r\n5\r\nhello\r\n")) == (1 << 20, Self.pause))
        #expect(try await exchange.next() == Data(mebibyte.utf8))
        #expect(transfer.write("\r\n5\r\nhello\r\n") == 12)
        #expect(try await exchange.next() == Data("hello".utf8))
        #expect(transfer.write("no size\r\n") == 0)
        #expect((transfer.failure as? TransportError)?.code == .connectionLost)
    }

    @Test func `content without chunks pauses too`() async throws {
        let transfer = try Self.transfer(CurlRequest())
        for line in ["HTTP/1.1 200 OK\r\n", "\r\n"] { #expect(transfer.header(line)) }
        #expect(transfer.write(String(repeating: "x", count: 1 << 20)) == 1 << 20)
        #expect(transfer.write("y") == Self.pause)
        _ = try await transfer.exchange.next()
        #expect(transfer.write("y") == 1)
    }

    @Test func `a wait is rounded up to milliseconds, and has a limit`() {
        let waits: [(Duration, Int32)] = [
            (.zero, 1), (.nanoseconds(1), 1), (.milliseconds(1), 2), (.milliseconds(1999), 2000), (.seconds(2), 2001),
            (.seconds(599), 599_001), (.seconds(600), 600_000), (.seconds(Int64.max), 600_000),
        ]
        for (wait, milliseconds) in waits { #expect(CurlLoop.milliseconds(wait) == milliseconds, "\(wait)") }
    }

    @Test func `content is long above 64 KiB, or if its length is unknown`() {
        let contents: [(CurlRequest.Content, Bool)] = [
            (.none, false), (.bytes(Data(count: 65_536)), false), (.bytes(Data(count: 65_537)), true),
            (.chunks(length: 65_536), false), (.chunks(length: 65_537), true), (.chunks(length: nil), true),
        ]
        for (content, isLong) in contents { #expect(CurlRequest(content).isLong == isLong, "\(content)") }
    }
}

extension CurlTransfer {
    fileprivate func header(_ line: String) -> Bool { Data(line.utf8).withUnsafeBytes { header($0) } }

    fileprivate func write(_ text: String) -> Int { Data(text.utf8).withUnsafeBytes { write($0) } }

    fileprivate func read(atMost count: Int) -> Int {
        var buffer = [UInt8](repeating: 0, count: count)
        return buffer.withUnsafeMutableBytes { read($0) }
    }
}
#endif
