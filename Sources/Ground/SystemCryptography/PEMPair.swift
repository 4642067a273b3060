// SPDX-License-Identifier: Apache-2.0
#if !canImport(CryptoKit)
import CTesseraOpenSSL

package enum PEMPair {
    /// Whether the first certificate of a text is that of the private key in the other, and neither is encrypted.
    ///
    /// OpenSSL reads both, as libcurl does later, so each kind of key that it supports is accepted.
    package static func belongsTogether(_ certificates: String, _ privateKey: String) -> Bool {
        // OpenSSL 3 also reads a key whose label says ENCRYPTED while its bytes are plain.
        guard !privateKey.contains("ENCRYPTED") else { return false }
        var certificates = certificates
        var privateKey = privateKey
        return certificates.withUTF8 { certificates in
            privateKey.withUTF8 { privateKey in
                tessera_pem_pair_matches(
                    certificates.baseAddress, certificates.count, privateKey.baseAddress, privateKey.count)
            }
        }
    }
}
#endif
