// SPDX-License-Identifier: Apache-2.0
#if !canImport(CryptoKit)
import CTesseraOpenSSL
import PortableFoundation

final class RSAKey: Sendable {
    private let key: KeyHandle
    private nonisolated(unsafe) let prepared: OpaquePointer  // never used itself: each signature copies it
    private let signs: Bool

    /// Prepares a context for `RS256`, which signs most tokens: that takes 5 µs, a copy 0.3 µs.
    private init?(_ key: KeyHandle?, signs: Bool) {
        guard let key,
            let prepared = tessera_rsa_context(key.pointer, SHA256.implementation.algorithm.pointer, false, signs)
        else { return nil }
        self.key = key
        self.prepared = prepared
        self.signs = signs
    }

    deinit { EVP_PKEY_CTX_free(prepared) }

    convenience init?(n: [UInt8], e: [UInt8]) {
        self.init(KeyHandle(tessera_rsa_public(n, n.count, e, e.count)), signs: false)
    }

    convenience init?(_ numbers: RSA.Numbers) {
        let numbers = numbers.inOrder
        let counts = numbers.map(\.count)
        // One buffer for all numbers, so that eight pointers stay valid during one call.
        let key = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: counts.reduce(1, +)) { buffer in
            defer { OPENSSL_cleanse(buffer.baseAddress, buffer.count) }
            buffer.initialize(repeating: 0)
            var pointers: [UnsafePointer<UInt8>?] = []
            var unused = buffer[...]
            for number in numbers {
                let part = UnsafeMutableBufferPointer(rebasing: unused.prefix(number.count))
                _ = part.update(from: number)
                pointers.append(part.baseAddress.map { UnsafePointer($0) })
                unused = unused.dropFirst(number.count)
            }
            return tessera_rsa_private(pointers, counts)
        }
        self.init(KeyHandle(key), signs: true)
    }

    static func generate(bits: Int) -> RSA.Numbers? {
        guard let key = KeyHandle(tessera_rsa_generate(bits)) else { return nil }
        let numbers = (0..<8).map { index in
            [UInt8](unsafeUninitializedCapacity: bits / 8) { number, count in
                count = withExtendedLifetime(key) {
                    tessera_rsa_number(key.pointer, Int32(index), number.baseAddress, number.count)
                }
            }
        }
        guard numbers.allSatisfy({ !$0.isEmpty }) else { return nil }
        return RSA.Numbers(
            n: numbers[0], e: numbers[1], d: numbers[2], p: numbers[3], q: numbers[4], dp: numbers[5], dq: numbers[6],
            qi: numbers[7])
    }

    func isValid(_ signature: UnsafeRawBufferPointer, for digest: some Digest, _ padding: RSA.Padding) -> Bool {
        withContext(for: type(of: digest), padding) { context in
            digest.withUnsafeBytes { digest in
                tessera_rsa_verify(context, digest.baseAddress, digest.count, signature.baseAddress, signature.count)
            }
        } ?? false
    }

    /// Signs a digest into a buffer as long as the modulus; returns `false` on failure.
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
        let function: HashImplementation
        switch digest {
        case is SHA256Digest.Type where padding == .pkcs1v15: return body(prepared)
        case is SHA256Digest.Type: function = SHA256.implementation
        case is SHA384Digest.Type: function = SHA384.implementation
        case is SHA512Digest.Type: function = SHA512.implementation
        default: return nil
        }
        guard let context = tessera_rsa_context(key.pointer, function.algorithm.pointer, padding == .pss, signs) else {
            return nil
        }
        defer { EVP_PKEY_CTX_free(context) }
        return body(context)
    }
}
#endif
