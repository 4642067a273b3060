// SPDX-License-Identifier: Apache-2.0
import Fixtures
import HTTPMessages

@testable import HTTPTransport

@Suite struct TransportLimitsTests {
    @Test(arguments: [(nil, 10, 60), (nil, 60, 60), (nil, 61, 61), (5, 61, 5)] as [(Int?, Int, Int)])
    func `the idle time is by default a minute, or the deadline`(given: Int?, deadline: Int, expected: Int) {
        let limits = TransportLimits(deadline: .seconds(deadline), idleTimeout: given.map { .seconds($0) })
        #expect(limits.idleTimeout == .seconds(expected))
    }

    #if !canImport(Darwin) && !APPLE_CHECK
    @Test func `the limits are the documented ones, unless the caller gives others`() async throws {
        var expected = TransportLimits(
            deadline: .seconds(10), maximumResponseBytes: 4 << 20, idleTimeout: .seconds(60), streamDeadline: nil)
        #expect(TransportLimits() == expected)
        #expect(try await withSystemTransport { ($0 as? CurlTransport)?.limits } == expected)
        expected = TransportLimits(
            deadline: .seconds(1), maximumResponseBytes: 2, idleTimeout: .seconds(3), streamDeadline: .seconds(4))
        let given = try await withSystemTransport(
            deadline: .seconds(1), maximumResponseBytes: 2, idleTimeout: .seconds(3), streamDeadline: .seconds(4)
        ) { ($0 as? CurlTransport)?.limits }
        #expect(given == expected)
    }

    @Test(arguments: [(0, 0), (8, 8), (524_289, 524_288), (4 << 20, 524_288)])
    func `the reader in memory wakes above its limit, or half of the buffer`(limit: Int, threshold: Int) {
        let transport = CurlTransport(limits: TransportLimits(maximumResponseBytes: limit), environment: [:])
        #expect(transport.wakeThreshold == threshold)
    }

    @Test(arguments: ["/a b", "/\0", "/\u{1F}", "/\u{7F}", "/\n"])
    func `a path with a space or a control character is not asked`(_ path: String) async throws {
        let request = HTTPRequest(method: .get, scheme: "http", authority: "127.0.0.1:1", path: path)
        let error = try await withSystemTransport { transport in
            await #expect(throws: TransportError.self) { try await transport.send(request) }
        }
        #expect(error?.message == "the URL of a request contains spaces or control characters")
    }

    @Test func `a HEAD request must not have content`() async throws {
        let request = HTTPRequest(method: .head, scheme: "http", authority: "127.0.0.1:1", path: "/")
        try await withSystemTransport { transport in
            _ = await expect(.unusableBody) { try await transport.send(request, body: Data([1])) }
        }
    }
    #endif

    @Test(arguments: [TransportError.Code.timedOut, .unreachable])
    func `an error names its kind and is caught by it`(_ code: TransportError.Code) {
        let error = TransportError(code, "the reason", cause: CancellationError())
        #expect("\(error)" == "\(code.rawValue): the reason" && "\(code)" == code.rawValue)
        #expect(error.cause is CancellationError)
        #expect((TransportError.Code.timedOut ~= error) == (code == .timedOut))
        #expect(!(TransportError.Code.timedOut ~= CancellationError()))
    }

    /// Seconds until the deadline, and whether the content arrives first.
    @Test(arguments: [(60, true), (-1, false)])
    func `content that has an end in time breaks off there`(_ seconds: Int, _ isWhole: Bool) async throws {
        let (silence, silent) = AsyncStream.makeStream(of: Data.self)
        defer { silent.finish() }
        let chunks = isWhole ? ByteChunks(Data([1, 2])) : ByteChunks(silence)
        let request = HTTPRequest(method: .get, scheme: "http", authority: "a.example", path: "/b?secret")
        let limited = chunks.ending(at: .now + .seconds(seconds), naming: request)
        let response = StreamedResponse(head: HTTPResponse(status: .ok), body: limited)
        if isWhole {
            #expect(try await response.collect().body == Data([1, 2]))
        } else {
            let error = await expect(.timedOut) { try await response.collect() }
            #expect(error?.message.contains("http://a.example/b in ") == true)
        }
    }

    /// Scheme, authority, and path; the URL with `localhost`, or `nil` if it stays.
    static let addresses: [(String?, String?, String?, String?)] = [
        ("http", "tenant.localhost:8080", "/a?b", "http://localhost:8080/a?b"),
        ("http", "A.B.LocalHost", nil, "http://localhost/"), ("http", "a.localhost:1", "/", "http://localhost:1/"),
        ("https", "tenant.localhost", "/", nil), ("http", "localhost:1", "/", nil),
        ("http", "a.localhost.example", "/", nil), ("http", "notlocalhost", "/", nil), ("http", "[::1]:80", "/", nil),
        ("http", nil, "/", nil), (nil, "a.localhost", "/", nil),
    ]

    @Test(arguments: addresses.indices) func `plain http to a name below localhost goes to localhost`(_ row: Int) {
        let (scheme, authority, path, expected) = Self.addresses[row]
        let request = HTTPRequest(method: .get, scheme: scheme, authority: authority, path: path)
        #expect(request.addressWithoutLocalNames == expected)
    }

    @Test func `messages and notes name the address without its query`() {
        var request = HTTPRequest(method: .get, scheme: "https", authority: "a.example:1", path: "/b?secret=1")
        #expect((request.server, request.placeWithoutQuery) == ("https://a.example:1", "https://a.example:1/b"))
        // Made by openssl.
        #expect(request.noteAddress == "https://a.example:1/b?74SW3yvYdXjJ1Fy+wZaqZO9B02tuL5f7sXm90GkhqiA=")
        request.path = "/b"
        #expect(request.noteAddress == "https://a.example:1/b")
        request = HTTPRequest(method: .get, scheme: nil, authority: nil, path: nil)
        #expect(request.server == "http://" && request.placeWithoutQuery == "http://")
        #expect(request.noteAddress == "http://")
    }
}
