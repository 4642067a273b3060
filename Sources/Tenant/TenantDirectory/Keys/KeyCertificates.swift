// SPDX-License-Identifier: Apache-2.0
import JOSE
import Synchronization

/// The certificates of a tenant's keys.
///
/// Each is made at its first use, because making one costs a signature.
final class KeyCertificates: Sendable {
    /// By the thumbprints of the keys.
    private let made = Mutex<[String: KeyCertificate]>([:])

    /// The certificate of a key.
    ///
    /// - Throws: The errors of ``KeyCertificate/init(_:)``.
    func certificate(of key: JSONWebPrivateKey) throws -> KeyCertificate {
        let name = key.publicKey.thumbprint
        if let kept = made.withLock({ $0[name] }) { return kept }
        // Two concurrent calls make the same certificate.
        let certificate = try KeyCertificate(key)
        made.withLock { $0[name] = certificate }
        return certificate
    }
}
