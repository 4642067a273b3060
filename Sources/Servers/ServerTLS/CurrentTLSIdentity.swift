// SPDX-License-Identifier: Apache-2.0
package import HTTPListening
package import HTTPServing
import OAuthMessages
import Synchronization

/// The TLS identity of a server, which the program may replace while the server runs.
///
/// Each handshake takes the latest; open connections keep theirs. OpenSSL makes the records. Oracles of the code around
/// them: OpenSSL's client, with handshakes cut at each byte, and over sockets `openssl s_client`, Go's `crypto/tls`,
/// Python's `ssl` and curl.
package final class CurrentTLSIdentity: ConnectionSecurity {
    private let latest: Mutex<TLSContext>

    /// Reads the first identity.
    ///
    /// - Throws: ``TLSError``, with any of its codes.
    package init(_ identity: TLSIdentity) throws(TLSError) {
        let key = identity.privateKey.revealed
        let forNames: TLSContext? =
            if identity.certificatesForNames == identity.certificates { nil } else {
                try TLSContext(certificates: identity.certificatesForNames, privateKey: key)
            }
        latest = Mutex(try TLSContext(certificates: identity.certificates, privateKey: key, forNames: forNames))
    }

    /// Takes another identity for the handshakes from now on.
    package func replace(with other: CurrentTLSIdentity) {
        let context = other.context
        latest.withLock { $0 = context }
    }

    /// Puts TLS on the connections of a server: versions 1.2 and 1.3, as RFC 9325 §3.1.1 recommends.
    ///
    /// - Parameter asksForCertificate: Whether the server asks each client for a certificate. It accepts any whose
    ///   private key the client proves to have: only the endpoints validate its issuer (RFC 8705 §2.2, §6.2).
    /// - Returns: What wraps a socket; it returns `nil` if there is no memory.
    package func wrapping(asksForCertificate: Bool) -> @Sendable (SocketStream) -> (any ByteStream)? {
        { [self] socket in TLSStream(socket, context, asksForCertificate: asksForCertificate) }
    }

    /// The context for a handshake that begins now.
    var context: TLSContext { latest.withLock { $0 } }
}
