// SPDX-License-Identifier: Apache-2.0
import CTesseraOpenSSL
import CTesseraTLS
import Fixtures

/// Self-signed, with a key of any size, by OpenSSL: our code makes no weak keys.
struct GeneratedCertificate: PresentedCertificate {
    let der: Data
    let privateKeyPEM: String

    /// With an RSA key, or on the curve of that name.
    init(_ algorithm: String, bits: Int32 = 0) throws {
        let isRSA = algorithm.hasPrefix("RSA")
        let generator = EVP_PKEY_CTX_new_from_name(nil, isRSA ? algorithm : "EC", nil)
        defer { EVP_PKEY_CTX_free(generator) }
        try #require(EVP_PKEY_keygen_init(generator) == 1)
        let isSet =
            isRSA
            ? EVP_PKEY_CTX_set_rsa_keygen_bits(generator, bits) : EVP_PKEY_CTX_set_group_name(generator, algorithm)
        try #require(isSet == 1)
        var key: OpaquePointer?
        try #require(EVP_PKEY_generate(generator, &key) == 1)
        defer { EVP_PKEY_free(key) }

        let certificate = X509_new()
        defer { X509_free(certificate) }
        X509_gmtime_adj(X509_getm_notBefore(certificate), 0)
        X509_gmtime_adj(X509_getm_notAfter(certificate), 86_400)
        X509_set_pubkey(certificate, key)
        try #require(X509_sign(certificate, key, EVP_sha256()) > 0)
        der = try Self.written { i2d_X509_bio($0, certificate) }
        privateKeyPEM = String(
            decoding: try Self.written { PEM_write_bio_PrivateKey($0, key, nil, nil, 0, nil, nil) }, as: UTF8.self)
    }

    private static func written(_ write: (OpaquePointer?) -> Int32) throws -> Data {
        let target = BIO_new(BIO_s_mem())
        defer { BIO_free(target) }
        try #require(write(target) == 1)
        var bytes = Data(count: BIO_ctrl_pending(target))
        let count = Int32(bytes.count)
        try #require(bytes.withUnsafeMutableBytes { BIO_read(target, $0.baseAddress, count) } == count)
        return bytes
    }
}
