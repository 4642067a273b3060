// SPDX-License-Identifier: Apache-2.0
import CTesseraOpenSSL
import CTesseraTLS
import HTTPListening
import Testing

@testable import ServerTLS

/// A server and a client with all their bytes in memory.
final class TLSExchange {
    private var server: TLSSession
    let client: TLSClient
    private(set) var plaintext: [UInt8] = []
    private var last = TLSSession.Reading.needsCiphertext

    init(
        _ identity: CurrentTLSIdentity, asksForCertificate: Bool = false, offering offer: TLSClient.Offer = .init(),
        resuming session: TLSClient.Session? = nil
    ) throws {
        guard let server = TLSSession(identity.context, asksForCertificate: asksForCertificate) else {
            throw ConnectionError.closed
        }
        self.server = server
        client = try #require(TLSClient(offer, resuming: session))
    }

    /// Exchanges bytes until nothing is left, whole or in pieces.
    func run(_ cut: ([UInt8]) -> [ArraySlice<UInt8>] = { [$0[...]] }) throws {
        while true {
            client.advance()
            let outgoing = client.takeCiphertext()
            for piece in cut(outgoing) where !piece.isEmpty {
                try server.receive(Array(piece))
                read()
            }
            let incoming = server.takeCiphertext()
            for piece in cut(incoming) {
                client.receive(piece)
                client.advance()
            }
            if outgoing.isEmpty, incoming.isEmpty { return }
        }
    }

    private func read() {
        while case .plaintext(let bytes) = read(atMost: 65_536) { plaintext += bytes }
    }

    // The server's calls.
    func read(atMost count: Int) -> TLSSession.Reading {
        last = server.read(atMost: count)
        return last
    }
    func receive(_ ciphertext: [UInt8]) throws(ConnectionError) { try server.receive(ciphertext) }
    func write(_ bytes: [UInt8]) -> Bool { server.write(bytes[...]) }
    func end() { server.end() }
    func takeCiphertext() -> [UInt8] { server.takeCiphertext() }
    var peerCertificate: [UInt8]? { server.peerCertificate }

    /// The memory of each of the server's buffers.
    var bufferCapacities: [Int] {
        [SSL_get_rbio(server.connection), SSL_get_wbio(server.connection)].map { buffer in
            var memory: UnsafeMutablePointer<BUF_MEM>?
            BIO_ctrl(buffer, BIO_C_GET_BUF_MEM_PTR, 0, &memory)
            return memory?.pointee.max ?? .max
        }
    }

    var isConnected: Bool { client.isConnected && !hasFailed }
    var hasFailed: Bool {
        guard case .failed = last else { return false }
        return true
    }
    var hasEnded: Bool {
        guard case .ended = last else { return false }
        return true
    }
}
