// SPDX-License-Identifier: Apache-2.0
import CTesseraSockets

/// Both ends of a connection over loopback; the end of the server is its user's to close.
final class ConnectedSockets: Sendable {
    let client: Int32
    let server: Int32

    init() {
        let listening = ct_listen("127.0.0.1", 0, 1)
        defer { ct_close(listening) }
        client = ct_connect("127.0.0.1", UInt16(ct_port(listening)))
        // The connection is there before ct_connect returns.
        server = ct_accept(listening)
    }

    deinit { ct_close(client) }

    /// Sends from the client.
    func send(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { bytes in
            bytes.baseAddress.map { ct_send(client, $0, bytes.count) == bytes.count } ?? true
        }
    }
}
