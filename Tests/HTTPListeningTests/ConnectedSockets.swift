// SPDX-License-Identifier: Apache-2.0
import CTesseraSockets
import Fixtures
import Foundation

/// Both ends of a connection over loopback; the end of the server is its user's to close.
final class ConnectedSockets: Sendable {
    let client: PlainSocket
    let server: Int32

    init() throws {
        let listening = ct_listen("127.0.0.1", 0, 1)
        defer { ct_close(listening) }
        client = try PlainSocket(connectedTo: Int(ct_port(listening)))
        // The connection is there before the call above returns.
        server = ct_accept(listening)
    }

    /// Sends from the client.
    func send(_ text: String) throws { try client.write(Data(text.utf8)) }
}
