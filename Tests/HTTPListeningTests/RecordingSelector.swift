// SPDX-License-Identifier: Apache-2.0
import CTesseraSockets
import Synchronization

@testable import HTTPListening

/// Records what a poller asks for, and finds nothing by itself.
final class RecordingSelector: Selector {
    private let armed = Mutex<[Readiness]>([])

    /// What was asked for since the last look.
    func takeArmed() -> [Readiness] {
        armed.withLock { armed in
            defer { armed = [] }
            return armed
        }
    }

    func add(_ descriptor: Int32, token: Token) -> Bool { true }
    func remove(_ token: Token) -> Bool { false }
    func arm(_ token: Token, for readiness: Readiness) -> Bool {
        armed.withLock { $0.append(readiness) }
        return false
    }
    func wait(milliseconds: Int32, into events: inout [Event]) {}
    func wake() {}
}

/// Both ends of a connection over loopback.
struct ConnectedSockets {
    let client: Int32
    let server: Int32

    init() {
        let listening = ct_listen("127.0.0.1", 0, 1)
        defer { ct_close(listening) }
        client = ct_connect("127.0.0.1", UInt16(ct_port(listening)))
        // The connection is there before ct_connect returns.
        server = ct_accept(listening)
    }

    /// Sends from the client.
    func send(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { bytes in
            bytes.baseAddress.map { ct_send(client, $0, bytes.count) == bytes.count } ?? true
        }
    }
}
