// SPDX-License-Identifier: Apache-2.0
import NIOCore
import NIOSSL

/// A connection without TLS, or a stream of HTTP/2 within one.
final class Connection: Channel {
    let parent: (any Channel)?

    init(within parent: (any Channel)? = nil) { self.parent = parent }
}

/// A connection with TLS.
final class SecureConnection: SecureChannel {
    let parent: (any Channel)? = nil
    let certificate: NIOSSLCertificate?

    init(certificate: [UInt8]?) { self.certificate = certificate.map { NIOSSLCertificate($0) } }
}
