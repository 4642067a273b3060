// SPDX-License-Identifier: Apache-2.0
import Foundation
import JOSE
import Synchronization
import TenantDirectory

/// The keys of a ring under a key id for each algorithm; cached, because parsing an RSA key is slow.
final class NamedKeys: Sendable {
    private let keys = Mutex<[String: JSONWebPrivateKey]>([:])

    /// A key of a ring, for one algorithm.
    ///
    /// - Throws: `JOSEError`.
    func key(of ringKey: RingKey, for algorithm: SignatureAlgorithm) throws -> JSONWebPrivateKey {
        let name = "\(ringKey.privateKey.publicKey.thumbprint)-\(algorithm.rawValue.lowercased())"
        if let key = keys.withLock({ $0[name] }) { return key }
        var members = try StrictJSON.object(in: ringKey.privateKey.privateJSONData)
        members["kid"] = .string(name)
        members["alg"] = .string(algorithm.rawValue)
        members["use"] = .string("sig")
        let key = try JSONWebPrivateKey(jsonData: JSONValue.object(members).text.utf8)
        keys.withLock { $0[name] = key }
        return key
    }
}
