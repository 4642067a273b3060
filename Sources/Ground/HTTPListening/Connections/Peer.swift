// SPDX-License-Identifier: Apache-2.0

/// The other end of a connection, as a handler sees it.
package struct Peer: Sendable {
    /// The bytes of the connection: what the listener wrapped around the socket.
    package let stream: any ByteStream

    init(_ stream: any ByteStream) { self.stream = stream }

    /// The client's certificate in DER; `nil` without one.
    package var certificate: [UInt8]? { stream.peerCertificate }

    /// Returns when the client has ended its side or the connection is broken, or the task is canceled.
    package func hangUp() async { await stream.hangUp() }
}

/// Answers a request.
///
/// If it throws, the connection is closed without a byte. If the content was malformed or late, the engine answers 400
/// or 408, whatever the handler does.
package typealias Handler = @Sendable (ReceivedRequest, Peer) async throws -> Answer
