// SPDX-License-Identifier: Apache-2.0
#if !canImport(CryptoKit)

/// Functions for identifiers in older protocols only: nothing may depend on their collision resistance.
package enum Insecure {
    package struct SHA1Digest: Digest {
        package static let byteCount = 20
        package var words = SIMD4<UInt64>()
        package init() {}
    }

    /// SHA-1, which names certificates. RFC 7517 §4.8
    package enum SHA1: HashFunction {
        package typealias Digest = SHA1Digest
        package static let implementation = HashImplementation("SHA1")
    }
}
#endif
