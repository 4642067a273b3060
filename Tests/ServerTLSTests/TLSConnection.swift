// SPDX-License-Identifier: Apache-2.0
import Fixtures
import HTTPTransport

/// OpenSSL's client at a port; its calls block their thread.
final class TLSConnection {
    let client: TLSClient
    private let socket: PlainSocket

    static func with<Value: Sendable>(
        port: Int, offering offer: TLSClient.Offer = .init(),
        _ body: @escaping @Sendable (TLSConnection) throws -> Value
    ) async throws -> Value { try await offThePool { try body(TLSConnection(port: port, offer)) } }

    private init(port: Int, _ offer: TLSClient.Offer) throws {
        client = try #require(TLSClient(offer))
        socket = try PlainSocket(connectedTo: port)
    }

    /// Sends the client's pending bytes.
    func flush() throws {
        let bytes = client.takeCiphertext()
        if !bytes.isEmpty { try socket.write(Data(bytes)) }
    }

    func write(_ bytes: [UInt8]) throws {
        client.write(bytes)
        try flush()
    }

    /// Reads until `isEnough`; returns `false` if the connection ends first.
    @discardableResult func read(until isEnough: (TLSClient) -> Bool) throws -> Bool {
        while true {
            client.advance()
            try flush()
            if isEnough(client) { return true }
            guard let bytes = try socket.read() else { return false }
            client.receive(bytes)
        }
    }

    func reset() { socket.reset() }
}
