// SPDX-License-Identifier: Apache-2.0
#if !canImport(Darwin)
import NIOCore

extension PeerRule {
    /// Judges the server of a connection, and closes the connection if it is not admitted.
    ///
    /// - Returns: A future that fails with a ``Violation``.
    func check(_ channel: any Channel) -> EventLoopFuture<Void> {
        if let address = channel.remoteAddress?.ipAddress.flatMap(ProxyExceptions.bytes), admits(address) {
            return channel.eventLoop.makeSucceededVoidFuture()
        }
        // The client library must learn of the failure first; it does not close the connection.
        channel.eventLoop.execute { channel.close(promise: nil) }
        return channel.eventLoop.makeFailedFuture(Violation())
    }
}
#endif
