// SPDX-License-Identifier: Apache-2.0

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

    /// Swift's `==` is quick but treats some different strings as equal; so this compares the bytes as well.
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
