// SPDX-License-Identifier: Apache-2.0

/// A plain connection for requests that no client library would send; one exchange uses it up.
package struct RawConnection: Sendable {
    private let socket: PlainSocket

    package init(port: Int, host: String = "127.0.0.1") async throws {
        socket = try await Self.onThread { try PlainSocket(connectedTo: port, of: host) }
    }

    /// On its own thread, so that the cooperative pool is not blocked.
    private static func onThread<Value: Sendable>(_ run: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Result(catching: run)) }
        }
    }

    private func write(_ text: String) async throws {
        try await Self.onThread { [socket] in try socket.write(Data(text.utf8)) }
    }

    /// Waits for bytes, until the task is canceled; `nil` at the end.
    private func read() async throws -> Data? {
        let data = try await withTaskCancellationHandler {
            try await Self.onThread { [socket] in try socket.read() }
        } onCancel: {
            socket.finish()
        }
        try Task.checkCancellation()
        return data
    }

    private func readToEnd() async throws -> String {
        var received = Data()
        while let data = try await read() { received += data }
        return String(decoding: received, as: UTF8.self)
    }

    /// Sends texts, with `between` before each further one, and returns everything until the other side closes.
    package func exchange(_ texts: String..., between: () async throws -> Void = {}) async throws -> String {
        defer { socket.close() }
        for (index, text) in texts.enumerated() {
            if index > 0 { try await between() }
            do { try await write(text) } catch POSIXError.EPIPE, POSIXError.ECONNRESET { break }
        }
        return try await readToEnd()
    }

    /// Sends a text, and closes the connection as soon as `then` has ended.
    package func abandon(_ text: String, then: () async -> Void) async throws {
        defer { socket.close() }
        try await write(text)
        await then()
    }

    /// Sends a text, waits for `end`, calls `then`, and returns the rest.
    package func exchange(_ text: String, upTo end: String, then: () async -> Void) async throws -> String {
        defer { socket.close() }
        try await write(text)
        var received = Data()
        while !received.suffix(end.utf8.count).elementsEqual(end.utf8) {
            guard let data = try await read() else { return String(decoding: received, as: UTF8.self) }
            received += data
        }
        await then()
        return try await readToEnd()
    }
}
