// SPDX-License-Identifier: Apache-2.0
import Foundation
import JOSE
import Synchronization

/// The key set as Entra ID publishes it: with a certificate for each key, which is made when somebody first asks.
///
/// RFC 7517 §5
final class PublishedKeys: Sendable {
    /// By the thumbprints of the keys.
    private let certificates = Mutex<[String: KeyCertificate]>([:])

    /// The document.
    ///
    /// - Parameters:
    ///   - keys: The keys that are published now.
    ///   - issuer: What the member `issuer` says, which only addresses of version 2 have.
    func json(of keys: [RingKey], issuer: String?) throws -> Data {
        let documents = try keys.map { key in
            var members = try StrictJSON.object(in: JSONWebKeySet([key.privateKey.publicKey]).jsonData)["keys"]?.array?
                .first?.object ?? [:]
            members.merge(try certificate(of: key.privateKey).members) { $1 }
            members["issuer"] = issuer.map(JSONValue.string)
            return JSONValue.object(members)
        }
        return Data(JSONValue.object(["keys": .array(documents)]).text.utf8)
    }

    private func certificate(of key: JSONWebPrivateKey) throws -> KeyCertificate {
        let name = key.publicKey.thumbprint
        if let kept = certificates.withLock({ $0[name] }) { return kept }
        // Two at once make the same one.
        let made = try KeyCertificate(key)
        certificates.withLock { $0[name] = made }
        return made
    }
}
