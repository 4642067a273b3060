// SPDX-License-Identifier: Apache-2.0
package import PortableFoundation

/// The keys that a provider publishes at its `jwks_uri`.
///
/// It skips a key of an unknown type or a weak one, and stores the error: one such key must not prevent every sign-in.
/// RFC 7517 §5
package struct JSONWebKeySet: Hashable, Sendable {
    package let keys: [JSONWebKey]

    package let skipped: [SkippedKey]

    package struct SkippedKey: Hashable, Sendable {
        /// Its place in the array `keys` of the document, from 0.
        package let index: Int
        package let error: JOSEError
    }

    package init(_ keys: [JSONWebKey]) {
        self.keys = keys
        self.skipped = []
    }

    /// Throws `keySetTooLarge`, `keySetMalformed`, `keySetTooManyKeys`, and the errors of JSON for the whole document.
    package init(
        jsonData: some Collection<UInt8>, maximumByteCount: Int = 512 * 1024, maximumKeyCount: Int = 128
    ) throws(JOSEError) {
        guard jsonData.count <= maximumByteCount else { throw JOSEError(.keySetTooLarge) }
        guard let elements = try StrictJSON.object(in: jsonData)["keys"]?.array else {
            throw JOSEError(.keySetMalformed, member: "keys")
        }
        guard elements.count <= maximumKeyCount else { throw JOSEError(.keySetTooManyKeys) }
        var keys: [JSONWebKey] = []
        var skipped: [SkippedKey] = []
        for (index, element) in elements.enumerated() {
            do throws(JOSEError) {
                keys.append(try JSONWebKey(KeyMembers(object: element.object ?? [:])))
            } catch {
                skipped.append(SkippedKey(index: index, error: error))
            }
        }
        self.keys = keys
        self.skipped = skipped
    }

    /// The key set as JSON to publish, with public members only.
    package var jsonData: Data {
        Data(JSONValue.object(["keys": .array(keys.map { .object($0.members) })]).text.utf8)
    }
}

extension JSONWebKeySet {
    /// The only key that can have signed a token with this header; nil if that is not certain.
    ///
    /// A header with `kid` gets the key with exactly that name or none: there is no default key. If several keys share
    /// the name (RFC 7517 §4.5), the algorithm chooses among them. A header without `kid` gets a key only if exactly
    /// one fits its algorithm.
    package func key(for header: JWSHeader) -> JSONWebKey? {
        guard let keyIdentifier = header.keyIdentifier else { return only(keys, fitting: header.algorithm) }
        let named = keys(named: keyIdentifier)
        return named.count > 1 ? only(named, fitting: header.algorithm) : named.first
    }

    /// Swift's `==` is fast, but treats some different strings as equal; so this compares the bytes as well.
    private func keys(named keyIdentifier: String) -> [JSONWebKey] {
        keys.filter { key in
            key.keyIdentifier == keyIdentifier
                && key.keyIdentifier?.utf8.elementsEqual(keyIdentifier.utf8) == true
        }
    }

    private func only(_ candidates: [JSONWebKey], fitting algorithm: SignatureAlgorithm) -> JSONWebKey? {
        let fitting = candidates.filter { $0.fits(algorithm) }
        return fitting.count == 1 ? fitting.first : nil
    }
}
