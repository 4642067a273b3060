// SPDX-License-Identifier: Apache-2.0
#if !canImport(Darwin)
import CTesseraCurl
import Fixtures
import HTTPMessages

@testable import HTTPTransport

/// Without a thread and without libcurl.
@Suite(.timeLimit(.minutes(1))) struct CurlExchangeTests {
    private struct Broken: Error {}

    private static let mebibyte = 1 << 20
    private let driver = CurlDriver(wakeup: -1)

    private func exchange(
        _ content: CurlRequest.Content = .chunks(length: nil), wakingAbove wakeThreshold: Int = 0
    ) -> CurlExchange { CurlExchange(CurlRequest(content, wakingAbove: wakeThreshold), over: driver) }

    private var commands: [String] {
        driver.takeCommands().commands.map { command in
            switch command {
            case .start: "start"
            case .resume: "resume"
            case .cancel: "cancel"
            }
        }
    }

    // MARK: The response

    @Test func `the server is slowed down when a mebibyte waits, until half of it is read`() async throws {
        let exchange = exchange()
        for _ in 0..<16 { #expect(exchange.receive(count: Self.mebibyte / 16)) }
        #expect(exchange.pausedDirections == 0)
        #expect(!exchange.receive(count: 1))
        #expect(exchange.pausedDirections == CURLPAUSE_RECV)
        for _ in 0..<7 { _ = try await exchange.next() }
        #expect(commands.isEmpty && exchange.pausedDirections == CURLPAUSE_RECV)
        _ = try await exchange.next()
        #expect(commands == ["resume"] && exchange.pausedDirections == 0)
        _ = try await exchange.next()
        #expect(commands.isEmpty, "it is resumed once")
        for _ in 0..<9 { #expect(exchange.receive(count: Self.mebibyte / 16)) }
        #expect(!exchange.receive(count: 1))
    }

    @Test func `a stream wakes its reader at the head and for content, once for all that has come`() async throws {
        let exchange = exchange()
        async let head = exchange.head()
        try await until { exchange.hasReader }
        exchange.wakeReader()
        #expect(exchange.hasReader, "nothing has come")
        exchange.receive(HTTPResponse(status: .ok))
        exchange.wakeReader()
        #expect(!exchange.hasReader)
        #expect(try await head.status == .ok)
        async let chunk = exchange.next()
        try await until { exchange.hasReader }
        #expect(exchange.receive(count: 1) && exchange.receive(count: 1))
        #expect(exchange.hasReader)
        exchange.wakeReader()
        #expect(!exchange.hasReader)
        #expect(try await chunk == Data(count: 2))
    }

    @Test func `a response that is held in memory wakes its reader above the threshold`() async throws {
        let exchange = exchange(wakingAbove: 4)
        async let head = exchange.head()
        try await until { exchange.hasReader }
        exchange.receive(HTTPResponse(status: .ok))
        #expect(exchange.receive(count: 4))
        exchange.wakeReader()
        #expect(exchange.hasReader)
        #expect(exchange.receive(count: 1))
        exchange.wakeReader()
        #expect(!exchange.hasReader)
        #expect(try await head.status == .ok)
    }

    @Test(arguments: [false, true], [false, true])
    func `an error follows the content that was received first`(hasResponse: Bool, hasContent: Bool) async throws {
        let exchange = exchange()
        if hasResponse { exchange.receive(HTTPResponse(status: .ok)) }
        if hasContent { #expect(exchange.receive(count: 3)) }
        exchange.abort(.failure(Broken()))
        #expect(commands == ["cancel"])
        guard hasResponse && hasContent else {
            await #expect(throws: Broken.self) { try await exchange.head() }
            return
        }
        #expect(try await (exchange.head().status, exchange.next()) == (.ok, Data(count: 3)))
        await #expect(throws: Broken.self) { try await exchange.next() }
    }

    // MARK: The end

    @Test func `the first end counts, unless a later one is the caller's`() async throws {
        let exchange = exchange()
        #expect(exchange.end(.success(())))
        exchange.abort(.failure(Broken()))
        #expect(try await exchange.next() == nil)
        exchange.abort(.failure(CancellationError()), byCaller: true)
        await #expect(throws: CancellationError.self) { try await exchange.next() }
        #expect(commands.isEmpty, "the connection is the next request's")
    }

    @Test func `a caller that ends an exchange gets no further chunk`() async throws {
        let exchange = exchange()
        #expect(exchange.receive(count: 1))
        exchange.end(.failure(CancellationError()), byCaller: true)
        await #expect(throws: CancellationError.self) { try await exchange.next() }
        #expect(exchange.receive(count: 1), "a pause would never end")
        await #expect(throws: CancellationError.self) { try await exchange.next() }
    }

    @Test func `a request that a closed driver does not take is a lost connection`() async throws {
        exchange().begin()
        #expect(commands == ["start"])
        driver.stop()
        let late = exchange()
        late.begin()
        #expect(commands.isEmpty)
        await expect(.connectionLost) { try await late.head() }
    }

    // MARK: The request's content

    @Test func `content is read until two mebibytes wait, and again when some are sent`() async throws {
        let exchange = exchange()
        let asked = Mutex(0)
        // An end limits the memory if nothing waits.
        let source = ByteChunks(from: ()) { _ in
            let number = asked.withLock { asked in
                asked += 1
                return asked
            }
            return number < 9 ? Data(count: Self.mebibyte) : nil
        }
        exchange.supply(from: source)
        try await until { exchange.hasUploader }
        #expect(asked.withLock(\.self) == 2)
        #expect(exchange.sent(atMost: 1) == "1 bytes")
        try await until { exchange.hasUploader }
        #expect(asked.withLock(\.self) == 3)
        #expect(exchange.sent(atMost: Self.mebibyte - 1) == "\(Self.mebibyte - 1) bytes")
        #expect(exchange.hasUploader, "two mebibytes wait again")
        exchange.end(.success(()))
        #expect(!exchange.hasUploader)
        #expect(exchange.sent(atMost: 1) == "ended")
    }

    @Test func `content is not waited for when the exchange is over`() async {
        let (content, source) = AsyncStream.makeStream(of: Data.self)
        let (canceled, cancel) = AsyncStream.makeStream(of: Void.self)
        source.onTermination = { _ in cancel.finish() }
        let exchange = exchange()
        exchange.end(.success(()))
        exchange.supply(from: ByteChunks(content))
        for await _ in canceled {}
    }

    @Test func `the end of an exchange ends the wait for its content`() async throws {
        let (content, source) = AsyncStream.makeStream(of: Data.self)
        let isCanceled = Mutex(false)
        source.onTermination = { end in isCanceled.withLock { $0 = if case .cancelled = end { true } else { false } } }
        let exchange = exchange()
        exchange.supply(from: ByteChunks(content))
        exchange.end(.success(()))
        try await until { isCanceled.withLock(\.self) }
    }

    @Test func `empty chunks do not end the content`() {
        let exchange = exchange()
        exchange.state.withLock { state in
            for count in [0, 1, 0, 0] { state.outgoing.append(Data(count: count)) }
        }
        #expect((exchange.sent(atMost: 9), exchange.sent(atMost: 9)) == ("1 bytes", "later"))
        exchange.state.withLock { $0.outgoing.append(Data()) }
        #expect(exchange.sent(atMost: 9) == "later")
        exchange.state.withLock { $0.outgoing.isComplete = true }
        #expect(exchange.sent(atMost: 9) == "0 bytes")
    }

    /// The response's status and length, whether the content is streamed and complete, and whether the exchange ends.
    static let refusals: [(Int, String?, isStreamed: Bool, isComplete: Bool, isEnd: Bool)] = [
        (400, "0", true, false, true), (599, "0", true, false, true), (399, "0", true, false, false),
        (400, "0", true, true, false), (400, "0", false, false, false), (400, nil, true, false, false),
        (400, "1", true, false, false),
    ]

    @Test(arguments: refusals.indices)
    func `a refusal without content ends an upload that is not complete`(_ row: Int) {
        let (status, length, isStreamed, isComplete, isEnd) = Self.refusals[row]
        let exchange = exchange(isStreamed ? .chunks(length: nil) : .none)
        exchange.state.withLock { $0.outgoing.isComplete = isComplete }
        exchange.receive(status, length: length)
        #expect(exchange.hasEnded == isEnd)
        #expect(commands == (isEnd ? ["cancel"] : []))
    }

    @Test func `a refusal of an upload ends with its last byte`() async throws {
        let exchange = exchange()
        exchange.receive(413, length: "3")
        #expect(exchange.receive(count: 2))
        #expect(!exchange.hasEnded)
        #expect(exchange.receive(count: 1))
        #expect(exchange.hasEnded)
        #expect(try await (exchange.next(), exchange.next()) == (Data(count: 3), nil))
    }

    @Test(arguments: [399, 400]) func `only a status from 400 resumes an upload whose source waits`(_ status: Int) {
        let exchange = exchange()
        #expect((exchange.pausedDirections, exchange.sent(atMost: 1)) == (0, "later"))
        #expect(exchange.pausedDirections == CURLPAUSE_SEND)
        exchange.receive(status, length: nil)
        #expect(exchange.pausedDirections == (status == 400 ? 0 : CURLPAUSE_SEND))
        #expect(commands == (status == 400 ? ["resume"] : []))
    }
}

extension CurlExchange {
    fileprivate var hasReader: Bool { state.withLock { $0.reader != nil } }
    /// Whether the source waits for room; also at its end, so that nothing waits in vain.
    fileprivate var hasUploader: Bool { state.withLock { $0.uploader != nil || $0.outgoing.isComplete } }

    fileprivate func receive(_ status: Int, length: String?) {
        var response = HTTPResponse(status: .init(code: status))
        response.headerFields[.contentLength] = length
        receive(response)
    }

    fileprivate func receive(count: Int) -> Bool { Data(count: count).withUnsafeBytes { receive($0) } }

    /// The content for libcurl when it has room for this many bytes.
    fileprivate func sent(atMost count: Int) -> String {
        var buffer = [UInt8](repeating: 0, count: count)
        return switch buffer.withUnsafeMutableBytes({ fill($0) }) {
        case .bytes(let count): "\(count) bytes"
        case .later: "later"
        case .ended: "ended"
        }
    }
}

extension CurlRequest {
    init(
        _ content: Content = .none, deadline: Duration? = nil, idleTimeout: Duration = .seconds(60),
        wakingAbove wakeThreshold: Int = 0
    ) {
        let head = HTTPRequest(method: .put, scheme: "http", authority: "a.example", path: "/")
        self.init(
            head: head, address: "http://a.example/", content: content, proxy: nil, rule: nil, security: nil,
            deadline: deadline, idleTimeout: idleTimeout, wakeThreshold: wakeThreshold)
    }
}
#endif
