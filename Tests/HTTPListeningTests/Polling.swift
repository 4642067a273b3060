// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
import Testing

@testable import HTTPListening

/// The polling methods; poll(2) serves other systems, and is tested here.
enum Polling: CaseIterable, Codable {
    #if os(Linux)
    case epoll
    #endif
    case poll

    static let hello: Handler = { _, _ in Answer(HTTPResponse(status: .ok), Array("hello".utf8)) }

    func makePoller() throws -> Poller {
        let selector: (any Selector)? =
            switch self {
            #if os(Linux)
            case .epoll: EpollSelector()
            #endif
            case .poll: PollSelector()
            }
        return Poller(try #require(selector))
    }

    /// Runs a listener, and drains it after `body`: then no connection and no socket is left.
    func withListener(
        limits: Limits = Limits(), _ handler: @escaping Handler = hello,
        wrap: @escaping @Sendable (SocketStream) -> (any ByteStream)? = { $0 },
        onPause: @escaping @Sendable () -> Void = {},
        body: (Listener, Int) async throws -> Void
    ) async throws {
        let poller = try makePoller()
        poller.start()
        defer { poller.stop() }
        let listener = Listener(poller, limits: limits, wrap: wrap, onPause: onPause, handler: handler)
        try await body(listener, try listener.listen("127.0.0.1", 0))
        await listener.drain()
        #expect(listener.connections == 0 && poller.sources.isEmpty)
    }
}

extension Limits {
    static func with<Value>(_ limit: WritableKeyPath<Limits, Value>, _ value: Value) -> Limits {
        var limits = Limits()
        limits[keyPath: limit] = value
        return limits
    }
}
