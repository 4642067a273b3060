// SPDX-License-Identifier: Apache-2.0

/// The bytes of a connection, with or without TLS; one task reads or writes at a time.
package protocol ByteStream: AnyObject, Sendable {
    /// Appends at most `count` bytes, and returns their number; 0 if the peer has ended its side.
    ///
    /// After the deadline, it reads nothing even if bytes are available. If `cancellable`, canceling the task ends the
    /// wait. Throws `timedOut`, `cancelled`, `closed`, and `plainHTTP` from TLS.
    func read(
        into input: inout Input, atMost count: Int, until deadline: Deadline, cancellable: Bool
    ) async throws(ConnectionError) -> Int
    /// Writes all bytes; `each` limits the wait until the peer accepts a piece. Throws `timedOut` and `closed`.
    func write(_ bytes: [UInt8], each: Duration) async throws(ConnectionError)
    /// Ends our side with FIN, after close_notify over TLS; `each` is as for a write.
    func finish(each: Duration) async
    func close()

    /// Records the start of a request: a drain waits for its response.
    func begin()
    /// Records that the response was sent; returns `false` if the server drains, so that no request may follow.
    func end() -> Bool
    var isDraining: Bool { get }
    /// Returns when the peer has ended its side or the connection is broken, or the task is canceled.
    func hangUp() async

    /// Writes past TLS, to a peer that does not use it; ignores errors.
    func writePlain(_ bytes: [UInt8], each: Duration) async
    /// The certificate of the peer in DER; `nil` without one, and after a failure.
    var peerCertificate: [UInt8]? { get }
}

package protocol ConnectionSecurity: Sendable {
    func wrapping(asksForCertificate: Bool) -> @Sendable (SocketStream) -> (any ByteStream)?
}
