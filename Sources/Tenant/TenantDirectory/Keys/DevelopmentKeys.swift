// SPDX-License-Identifier: Apache-2.0
import Foundation
package import JOSE

/// Keys that come with the program, including their private halves, so that runs repeat.
///
/// The private keys are public: only a test on one machine may trust their signatures.
package struct DevelopmentKeys: Sendable {
    /// The keys of a development key ring, in the order in which they sign.
    let ring: [JSONWebPrivateKey]
    /// A key that no tenant ever publishes, for tokens that must be refused.
    package let stray: JSONWebPrivateKey

    /// Reads the keys.
    ///
    /// - Throws: `DecodingError` or `JOSEError` if the program was built with invalid keys.
    package init() throws {
        let content = try StrictJSON.object(in: PackageResources.development_keys_json)
        func key(_ value: JSONValue?) throws -> JSONWebPrivateKey {
            try JSONWebPrivateKey(jsonData: Data((value?.text ?? "").utf8))
        }
        ring = try (content["ring"]?.array ?? []).map(key)
        stray = try key(content["stray"])
    }

    /// Whether all keys of a ring are development keys.
    func contains(_ keys: [RingKey]) -> Bool {
        let known = Set(ring.map(\.publicKey.thumbprint))
        return keys.allSatisfy { known.contains($0.privateKey.publicKey.thumbprint) }
    }
}
