// SPDX-License-Identifier: Apache-2.0
import HTTPListening
import Synchronization
import Testing

/// A socket with OpenSSL's client at its other end, in memory; it notes each write.
final class ClientSocket: ByteStream {
    /// A write of the server.
    struct Write: Equatable {
        /// The number of plaintext bytes that it brings the client.
        let count: Int
        /// The time that the peer has to accept some of it.
        let each: Duration
    }

    private struct State {
        let client: TLSClient
        /// What the client sends once it is connected.
        var outgoing: [UInt8]
        var writes: [Write] = []
        var readLimits: Set<Int> = []
        var calls: [String] = []
    }

    private let state: Mutex<State>

    init(_ offer: TLSClient.Offer, sending outgoing: [UInt8]) throws {
        state = Mutex(State(client: try #require(TLSClient(offer)), outgoing: outgoing))
    }

    /// The writes since the last call.
    func takeWrites() -> [Write] {
        state.withLock { state in
            defer { state.writes = [] }
            return state.writes
        }
    }

    /// The most bytes that each read asked for.
    var readLimits: Set<Int> { state.withLock(\.readLimits) }
    /// Ends the client's side with close_notify.
    func endClient() { state.withLock { $0.client.end() } }

    /// The other calls, in their order.
    var calls: [String] { state.withLock(\.calls) }
    /// What the server has sent.
    var plaintext: [UInt8] { state.withLock(\.client.plaintext) }
    /// Whether the server has sent close_notify.
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
