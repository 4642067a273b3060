// SPDX-License-Identifier: Apache-2.0
import Fixtures
import HTTPListening

/// OpenSSL's client in memory at the other end; it records each write.
final class ClientSocket: ByteStream {
    struct Write: Equatable {
        /// The plaintext bytes that reach the client.
        let count: Int
        /// The peer's time to accept some of it.
        let each: Duration
    }

    private struct State {
        let client: TLSClient
        /// The client's bytes after the handshake.
        var outgoing: [UInt8]
        var writes: [Write] = []
        var readLimits: Set<Int> = []
        var calls: [String] = []
    }

    private let state: Mutex<State>

    init(_ offer: TLSClient.Offer, sending outgoing: [UInt8]) throws {
        state = Mutex(State(client: try #require(TLSClient(offer)), outgoing: outgoing))
    }

    func takeWrites() -> [Write] {
        state.withLock { state in
            defer { state.writes = [] }
            return state.writes
        }
    }

    /// The maximum of each read.
    var readLimits: Set<Int> { state.withLock(\.readLimits) }
    /// Sends close_notify.
    func endClient() { state.withLock { $0.client.end() } }

    /// The other calls, in order.
    var calls: [String] { state.withLock(\.calls) }
    /// The server's plaintext.
    var plaintext: [UInt8] { state.withLock(\.client.plaintext) }
    /// The server has sent close_notify.
    var hasEnd: Bool { state.withLock(\.client.hasEnd) }

    func read(
        into input: inout Input, atMost count: Int, until deadline: Deadline, cancellable: Bool
    ) async throws(ConnectionError) -> Int {
        let bytes = state.withLock { state in
            state.readLimits.insert(count)
            state.client.advance()
            if state.client.isConnected, !state.outgoing.isEmpty {
                state.client.write(state.outgoing)
                state.outgoing = []
            }
            return state.client.takeCiphertext()
        }
        input.append(bytes)
        return bytes.count
    }

    func write(_ bytes: [UInt8], each: Duration) async throws(ConnectionError) {
        state.withLock { state in
            let before = state.client.plaintext.count
            state.client.receive(bytes)
            state.client.advance()
            state.writes.append(Write(count: state.client.plaintext.count - before, each: each))
        }
    }

    private func note(_ call: String) { state.withLock { $0.calls.append(call) } }

    func finish(each: Duration) async { note("finish \(each)") }
    func close() { note("close") }
    func begin() { note("begin") }
    func end() -> Bool {
        note("end")
        return false
    }
    let isDraining = true
    func hangUp() async { note("hangUp") }
    func writePlain(_ bytes: [UInt8], each: Duration) async { note("writePlain \(bytes) \(each)") }
    var peerCertificate: [UInt8]? { nil }
}
