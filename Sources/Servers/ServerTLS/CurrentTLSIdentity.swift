// SPDX-License-Identifier: Apache-2.0
package import HTTPListening
package import HTTPServing
import OAuthMessages
import Synchronization

/// The program can replace the identity while the server runs: each handshake uses the latest.
///
/// Test oracles of the code around OpenSSL: its client, with handshakes cut at each byte, and over sockets
/// `openssl s_client`, Go's `crypto/tls`, Python's `ssl` and curl.
package final class CurrentTLSIdentity: ConnectionSecurity {
    private let latest: Mutex<TLSContext>

    package init(_ identity: TLSIdentity) throws(TLSError) {
        let key = identity.privateKey.revealed
        let forNames: TLSContext? =
            if identity.certificatesForNames == identity.certificates { nil } else {
                try TLSContext(certificates: identity.certificatesForNames, privateKey: key)
            }
        latest = Mutex(try TLSContext(certificates: identity.certificates, privateKey: key, forNames: forNames))
    }

    package func replace(with other: CurrentTLSIdentity) {
        let context = other.context
        latest.withLock { $0 = context }
    }

    /// Wraps a server's sockets in TLS 1.2 and 1.3, as RFC 9325 §3.1.1 recommends; `nil` if memory is exhausted.
    ///
    /// It accepts any client certificate whose private key the client proves to have: only the endpoints validate its
    /// issuer (RFC 8705 §2.2, §6.2).
    package func wrapping(asksForCertificate: Bool) -> @Sendable (SocketStream) -> (any ByteStream)? {
        { [self] socket in TLSStream(socket, context, asksForCertificate: asksForCertificate) }
    }

    var context: TLSContext { latest.withLock { $0 } }
}
