// SPDX-License-Identifier: Apache-2.0
import CTesseraSockets
import Foundation
import HTTPListening

/// A plain connection to a port of this machine, to send what no client library would.
package struct RawConnection: Sendable {
    private let stream: SocketStream
    private static let poller: Poller? = {
        let poller = Poller.system()
        poller?.start()
        return poller
    }()

    /// Connects.
    package init(port: Int, host: String = "127.0.0.1") async throws {
        let descriptor = ct_connect(host, UInt16(port))
        guard descriptor >= 0 else { throw POSIXError(POSIXError.Code(rawValue: -descriptor) ?? .EINVAL) }
        guard let source = Self.poller?.register(descriptor) else {
            ct_close(descriptor)
            throw POSIXError(.EMFILE)
        }
        stream = SocketStream(source)
    }

    private func write(_ text: String) async throws(ConnectionError) {
        try await stream.write(Array(text.utf8), each: .seconds(60))
    }

    /// Reads until the other side closes; a connection that is reset has been closed as well.
    private func read(_ each: (inout String) async -> Void = { _ in }) async throws -> String {
        var (received, text) = (Input(), "")
        while true {
            do {
                let count = try await stream.read(
                    into: &received, atMost: 65536, until: .after(.seconds(60)), cancellable: true)
                guard count > 0 else { return text }
            } catch ConnectionError.closed {
                return text
            } catch ConnectionError.cancelled {
                throw CancellationError()
            }
            text += String(decoding: received.bytes, as: UTF8.self)
            received = Input()
            await each(&text)
        }
    }

    /// Sends texts, with `between` before each further one; gives everything that comes until the other side closes.
    package func exchange(_ texts: String..., between: () async throws -> Void = {}) async throws -> String {
        defer { stream.close() }
        for (index, text) in texts.enumerated() {
            if index > 0 { try await between() }
            do { try await write(text) } catch ConnectionError.closed { break }
        }
        return try await read()
    }

    /// Sends a text, and closes the connection as soon as `then` has ended.
    package func abandon(_ text: String, then: () async -> Void) async throws {
        defer { stream.close() }
        try await write(text)
        await then()
    }

    /// Sends a text, waits until `end` came, then calls `then` and gives what came after it, until the end.
    package func exchange(_ text: String, upTo end: String, then: () async -> Void) async throws -> String {
        defer { stream.close() }
        try await write(text)
        var isCalled = false
        return try await read { received in
            guard !isCalled, received.hasSuffix(end) else { return }
            isCalled = true
            received = ""
            await then()
        }
    }
}
