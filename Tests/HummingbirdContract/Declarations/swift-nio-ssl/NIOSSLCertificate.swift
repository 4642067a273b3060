// SPDX-License-Identifier: Apache-2.0
public import NIOCore

public final class NIOSSLCertificate: Sendable {
    private let bytes: [UInt8]

    /// Not of NIOSSL, which reads DER and PEM.
    public init(_ bytes: [UInt8]) { self.bytes = bytes }

    public func toDERBytes() throws -> [UInt8] { bytes }
}

/// Not of NIOSSL: a channel with a handler for TLS.
public protocol SecureChannel: Channel {
    var certificate: NIOSSLCertificate? { get }
}

extension Channel {
    public func nioSSL_peerCertificate() -> EventLoopFuture<NIOSSLCertificate?> {
        guard let secure = self as? any SecureChannel else { return EventLoopFuture(.failure(HandlerMissing())) }
        return EventLoopFuture(.success(secure.certificate))
    }
}

private struct HandlerMissing: Error {}
