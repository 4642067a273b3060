// SPDX-License-Identifier: Apache-2.0

extension JSONWebKey {
    /// Whether this key may check a signature by this algorithm.
    package func fits(_ algorithm: SignatureAlgorithm) -> Bool {
        do throws(JOSEError) {
            try check(fits: algorithm)
            return true
        } catch {
            return false
        }
    }

    /// Refuses an algorithm that does not fit the key's type and curve, or its own `alg`, `use` and `key_ops`.
    ///
    /// The key decides, never the header: a header can name any algorithm. RFC 8725 §3.1
    func check(fits algorithm: SignatureAlgorithm) throws(JOSEError) {
        try checkMaterial(fits: algorithm)
        guard (self.algorithm ?? algorithm) == algorithm else { throw JOSEError(.keyAlgorithmMismatch) }
        guard use ?? "sig" == "sig" else { throw JOSEError(.keyUseMismatch) }
        guard operations?.contains("verify") ?? true else { throw JOSEError(.keyOperationMismatch) }
    }

    func checkMaterial(fits algorithm: SignatureAlgorithm) throws(JOSEError) {
        guard keyType == algorithm.keyType else { throw JOSEError(.keyTypeMismatch) }
        guard curve == algorithm.curve else { throw JOSEError(.keyCurveMismatch) }
    }
}
