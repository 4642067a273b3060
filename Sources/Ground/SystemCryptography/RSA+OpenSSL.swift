// SPDX-License-Identifier: Apache-2.0
import CTesseraOpenSSL
import Foundation

/// An RSA key of OpenSSL.
final class RSAKey: Sendable {
    private let key: KeyHandle
    /// Prepared for `RS256`, which signs most tokens, and copied for each use: to prepare one takes 5 µs.
    ///
    /// Only copied; a copy is a new object.
    private nonisolated(unsafe) let prepared: OpaquePointer
    private let signs: Bool

    private init?(_ key: KeyHandle?, signs: Bool) {
        guard let key,
            let prepared = tessera_rsa_context(key.pointer, SHA256.implementation.algorithm.pointer, 0, signs ? 1 : 0)
        else { return nil }
        (self.key, self.prepared, self.signs) = (key, prepared, signs)
    }

    deinit { EVP_PKEY_CTX_free(prepared) }

    /// A public key.
    convenience init?(n: [UInt8], e: [UInt8]) {
        Runtime.prepare()
        self.init(KeyHandle(tessera_rsa_public(n, n.count, e, e.count)), signs: false)
    }

    /// A private key; `nil` unless its numbers belong together.
    convenience init?(_ numbers: RSA.Numbers) {
        Runtime.prepare()
        let all = numbers.inOrder
        // One buffer of all numbers, so that eight pointers stay valid for one call
        let key = withUnsafeTemporaryAllocation(byteCount: all.reduce(0) { $0 + $1.count }, alignment: 1) { buffer in
            defer { OPENSSL_cleanse(buffer.baseAddress, buffer.count) }
            var (starts, position) = ([UnsafePointer<UInt8>?](), 0)
            for number in all {
                let part = UnsafeMutableRawBufferPointer(rebasing: buffer[position..<position + number.count])
                part.copyBytes(from: number)
                starts.append(part.baseAddress.map { UnsafePointer($0.assumingMemoryBound(to: UInt8.self)) })
                position += number.count
            }
            return tessera_rsa_private(starts, all.map(\.count))
        }
        self.init(KeyHandle(key), signs: true)
    }

    /// The numbers of a new key.
    static func generate(bits: Int) -> RSA.Numbers? {
        Runtime.prepare()
        guard let key = KeyHandle(tessera_rsa_generate(bits)) else { return nil }
        return withExtendedLifetime(key) {
            RSA.Numbers(
                inOrder: (0..<8).map { index in
                    [UInt8](unsafeUninitializedCapacity: bits / 8 + 1) { number, count in
                        count = tessera_rsa_number(key.pointer, Int32(index), number.baseAddress, number.count)
                    }
                })
        }
    }

    func isValid(_ signature: UnsafeRawBufferPointer, for digest: some Digest, _ padding: RSA.Padding) -> Bool {
        withContext(for: type(of: digest), padding) { context in
            digest.withUnsafeBytes { digest in
                tessera_rsa_verify(context, digest.baseAddress, digest.count, signature.baseAddress, signature.count)
                    == 1
            }
        } ?? false
    }

    func sign(_ digest: some Digest, _ padding: RSA.Padding, to signature: UnsafeMutableRawBufferPointer) -> Bool {
        withContext(for: type(of: digest), padding) { context in
            digest.withUnsafeBytes { digest in
                tessera_rsa_sign(context, digest.baseAddress, digest.count, signature.baseAddress, signature.count)
            } == signature.count
        } ?? false
    }

    private func withContext<Result>(
        for digest: any Digest.Type, _ padding: RSA.Padding, _ body: (OpaquePointer) -> Result
    ) -> Result? {
        let implementation: HashImplementation
        switch digest {
        case is SHA256Digest.Type where padding == .pkcs1v15: return body(prepared)
        case is SHA256Digest.Type: implementation = SHA256.implementation
        case is SHA384Digest.Type: implementation = SHA384.implementation
        case is SHA512Digest.Type: implementation = SHA512.implementation
        default: return nil
        }
        let context = tessera_rsa_context(
            key.pointer, implementation.algorithm.pointer, padding == .pss ? 1 : 0, signs ? 1 : 0)
        guard let context else { return nil }
        defer { EVP_PKEY_CTX_free(context) }
        return body(context)
    }
}
