// SPDX-License-Identifier: Apache-2.0
import CTesseraSockets
import Fixtures

final class ConnectedSockets: Sendable {
    let client: PlainSocket
    let server: Int32

    init() throws {
        let listening = ct_listen("127.0.0.1", 0, 1)
        defer { ct_close(listening) }
        client = try PlainSocket(connectedTo: Int(ct_port(listening)))
        // The connection exists before the preceding call returns.
        server = ct_accept(listening)
    }

    func send(_ text: String) throws { try client.write(Data(text.utf8)) }
}
