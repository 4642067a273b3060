// SPDX-License-Identifier: Apache-2.0

extension JSONWebKeySet {
    /// The one key that a token with this header must have been signed with; nil where that is not certain.
    ///
    /// A header with `kid` gets the key of exactly that name or none: there is no default key. Only where
    /// several keys share the name (RFC 7517 §4.5) does the algorithm choose among them. A header without
    /// `kid` gets a key only if a single one fits its algorithm.
    public func key(for header: JWSHeader) -> JSONWebKey? {
        guard let keyIdentifier = header.keyIdentifier else { return only(keys, fitting: header.algorithm) }
        let named = keys(named: keyIdentifier)
        return named.count > 1 ? only(named, fitting: header.algorithm) : named.first
    }

    /// Swift's `==` is quick but holds some strings equal that differ, so the bytes are compared as well.
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
