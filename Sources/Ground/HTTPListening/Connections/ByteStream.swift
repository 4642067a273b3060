// SPDX-License-Identifier: Apache-2.0

/// The bytes of a connection, with or without TLS; one task reads or writes at a time.
///
/// The connection above it knows HTTP; the types below it transport bytes.
package protocol ByteStream: AnyObject, Sendable {
    /// Appends what has come, at most `count` bytes.
    ///
    /// - Parameters:
    ///   - input: Where the bytes go.
    ///   - count: The largest number of bytes.
    ///   - deadline: The end of the wait. Once it has passed, nothing is read even if bytes are there.
    ///   - cancellable: Whether the cancellation of the task ends the wait.
    /// - Returns: The number of bytes; 0 if the peer has ended its side.
    /// - Throws: ``ConnectionError`` (`timedOut`, `cancelled`, `closed`, and `plainHTTP` from TLS).
    func read(
        into input: inout Input, atMost count: Int, until deadline: Deadline, cancellable: Bool
    ) async throws(ConnectionError) -> Int
    /// Writes all bytes.
    ///
    /// - Parameters:
    ///   - bytes: The bytes.
    ///   - each: The longest time until the peer accepts some of them; it begins again with each piece.
    /// - Throws: ``ConnectionError`` (`timedOut`, `closed`).
    func write(_ bytes: [UInt8], each: Duration) async throws(ConnectionError)
    /// Ends our side: FIN, and close_notify before it, for which `each` is as in a write.
    func finish(each: Duration) async
    /// Closes the connection, and ends every wait at it.
    func close()

    /// Notes that a request begins: a drain waits for its answer.
    func begin()
    /// Notes that the answer has been sent.
    ///
    /// - Returns: Whether another request may follow; `false` if the server drains.
    func end() -> Bool
    /// Whether the server drains, so that the answer announces the end of the connection.
    var isDraining: Bool { get }
    /// Returns when the peer has ended its side or the connection is broken, or the task is canceled.
    func hangUp() async

    /// Writes past TLS, to a peer that does not use it; an error is ignored.
    func writePlain(_ bytes: [UInt8], each: Duration) async
    /// The certificate of the peer in DER; `nil` without one, and after a failure.
    var peerCertificate: [UInt8]? { get }
}

/// Puts TLS on the connections of a server.
package protocol ConnectionSecurity: Sendable {
    /// Returns a function that wraps a socket in TLS. That function returns `nil` to close the connection.
    func wrapping(asksForCertificate: Bool) -> @Sendable (SocketStream) -> (any ByteStream)?
}
