// SPDX-License-Identifier: Apache-2.0
#if !canImport(Darwin)
import CTesseraOpenSSL

/// Without it, OpenSSL asks for a password on the terminal.
///
/// A static function cannot be given to C from within a closure.
private func noPassword(_: UnsafeMutablePointer<CChar>?, _: Int32, _: Int32, _: UnsafeMutableRawPointer?) -> Int32 { 0 }

/// A certificate and a private key as PEM.
package enum PEMPair {
    /// Whether the first certificate of a text is that of the key, and neither is encrypted.
    package static func belongsTogether(_ certificates: String, _ privateKey: String) -> Bool {
        // OpenSSL 3 reads a key by its bytes, whatever its first line says.
        guard !privateKey.contains("ENCRYPTED") else { return false }
        // Before the first use of OpenSSL, as everywhere here.
        Runtime.prepare()
        ERR_set_mark()
        defer { ERR_pop_to_mark() }
        let leaf = read(certificates) { PEM_read_bio_X509($0, nil, noPassword, nil) }
        let key = read(privateKey) { PEM_read_bio_PrivateKey($0, nil, noPassword, nil) }
        defer {
            X509_free(leaf)
            EVP_PKEY_free(key)
        }
        guard let leaf, let key else { return false }
        return X509_check_private_key(leaf, key) == 1
    }

    private static func read(_ text: String, _ parse: (OpaquePointer) -> OpaquePointer?) -> OpaquePointer? {
        var text = text
        return text.withUTF8 { bytes in
            guard let count = Int32(exactly: bytes.count), let file = BIO_new_mem_buf(bytes.baseAddress, count) else {
                return nil
            }
            defer { BIO_free(file) }
            return parse(file)
        }
    }
}
#endif
