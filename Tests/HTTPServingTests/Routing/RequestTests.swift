// SPDX-License-Identifier: Apache-2.0
import Fixtures
import HTTPListening
import HTTPServing
import ProgramLifecycle

@Suite struct RequestTests {
    private static func request(_ path: String?, _ body: IncomingBody = IncomingBody()) -> Request {
        Request(
            head: HTTPRequest(method: .post, scheme: "http", authority: "localhost", path: path), body: body)
    }

    @Test(arguments: [
        ("/a?b=c", "/a", "b=c"), ("/a", "/a", nil), ("/", "/", nil), ("", "/", nil), (nil, "/", nil), ("?b", "/", "b"),
        ("/a?", "/a", ""), ("/a?b?c", "/a", "b?c"), ("/a%3Fb?c%23d", "/a%3Fb", "c%23d"), ("*", "*", nil),
        ("/a#b", "/a", nil), ("/a?b#c", "/a", "b"), ("/a#b?c", "/a", nil), ("#?", "/", nil),
    ])
    func `a target has a path and perhaps a query`(_ target: String?, _ path: String, _ query: String?) {
        let uri = Self.request(target).uri
        #expect(uri.path == path && uri.query == query && uri.description == target ?? "/")
    }

    // MARK: Content

    @Test(arguments: [(0, [Int]()), (1, [1]), (65_536, [65_536]), (65_537, [65_536, 1]), (131_072, [65_536, 65_536])])
    func `content comes in pieces of at most 64 KiB`(_ count: Int, _ pieces: [Int]) async throws {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 / 65_536 + $0) }
        var read: [[UInt8]] = []
        for try await piece in IncomingBody(bytes) { read.append(piece) }
        #expect(read.map(\.count) == pieces && read.flatMap(\.self) == bytes)
    }

    @Test func `content is read up to the limit, and stays readable on demand`() async throws {
        var request = Self.request("/", IncomingBody("four".utf8))
        #expect(try await request.collectBody(upTo: 4) == Array("four".utf8))
        #expect(try await request.body.collect(upTo: 4).count == 4)
        await #expect(throws: ContentTooLong.self) { try await request.body.collect(upTo: 3) }
        #expect(try await IncomingBody().collect(upTo: 0).isEmpty)
    }

    @Test func `content that is too long is answered with 413`() async throws {
        let router = Router(context: ServingContext.self)
        router.post("/") { request, _ in "\(try await request.body.collect(upTo: 3).count)" }
        #expect(try await Exchange("/", method: .post, body: Data("thr".utf8), with: router).text == "3")
        #expect(try await Exchange("/", method: .post, body: Data("four".utf8), with: router).status == 413)
    }

    // MARK: Context

    @Test func `each request has a UUID of its own, which its log has too`() throws {
        let log = Log("tests")
        let contexts = (0..<3).map { _ in ServingContext(core: RequestCore(logger: log)) }
        #expect(Set(contexts.map(\.id)).count == 3)
        for context in contexts {
            // RFC 9562 §4.1, §4.2, §5.8
            let uuid = try #require(UUID(uuidString: context.id)).uuid
            #expect(uuid.6 >> 4 == 8 && uuid.8 >> 6 == 0b10)
            #expect(context.id == context.id.lowercased())
            #expect(context.logger.metadata == [RequestID.logKey: context.id])
        }
    }

    @Test func `a log with more facts, and another log, keep the id`() {
        var context = ServingContext(core: RequestCore(logger: Log("tests")))
        let id = context.id
        context.logger[metadataKey: "trace"] = "7"
        #expect(context.id == id && context.logger.metadata == [RequestID.logKey: id, "trace": "7"])
        context.logger = Log("other")
        #expect(context.id == id && context.logger.metadata == [RequestID.logKey: id])
        context.core.id = "from-the-proxy"
        #expect(context.id == "from-the-proxy" && context.logger.metadata == [RequestID.logKey: "from-the-proxy"])
    }

    @Test func `a context is small`() {
        #expect(MemoryLayout<RequestCore>.size <= 96)
        #expect(MemoryLayout<ServingContext>.size == MemoryLayout<RequestCore>.size)
    }
}
