// SPDX-License-Identifier: Apache-2.0
import CTesseraOpenSSL
import Foundation
import SystemCryptography
import Testing

@Suite struct RSAKeyTests {
    private static func numbers() throws -> RSA.Numbers {
        guard case .rsa(let numbers) = try PrivateKeyNumbers(pem: SampleKeys.rsa) else {
            throw CryptographyError.invalidKey
        }
        return numbers
    }

    @Test func `rejects numbers that do not form a key`() throws {
        let good = try Self.numbers()
        #expect(try RSA.PrivateKey(good).publicKey.modulusByteCount == 256)
        let members: [WritableKeyPath<RSA.Numbers, [UInt8]>] = [\.n, \.e, \.d, \.p, \.q, \.dp, \.dq, \.qi]
        for member in members {
            var numbers = good
            numbers[keyPath: member][numbers[keyPath: member].count - 1] ^= 2
            #expect(refused { try RSA.PrivateKey(numbers) })
            for other: [UInt8] in [[], [0], [1], [3]] {
                numbers[keyPath: member] = other
                #expect(refused { try RSA.PrivateKey(numbers) })
            }
        }
        #expect(refused { try RSA.PublicKey(n: good.n.dropLast() + [good.n[255] ^ 1], e: good.e) })
        for exponent: [UInt8] in [[], [0], [1], [2], [1, 0, 0]] {
            #expect(refused { try RSA.PublicKey(n: good.n, e: exponent) })
        }
    }

    // Each change leaves the number right for its modulus, so that nothing but its range is wrong.
    @Test func `a number outside its range is refused although it fits the others`() throws {
        let good = try Self.numbers()
        let one: [UInt8] = [1]
        let (beforeP, beforeQ) = (difference(good.p, one), difference(good.q, one))
        // (p - 1) · (q - 1)
        let totient = difference(difference(good.n, beforeP), good.q)
        let rows: [(WritableKeyPath<RSA.Numbers, [UInt8]>, [UInt8])] = [
            (\.dp, beforeP), (\.dq, beforeQ), (\.qi, good.p), (\.d, totient),
        ]
        for (member, modulus) in rows {
            var numbers = good
            numbers[keyPath: member] = sum(good[keyPath: member], modulus)
            #expect(refused { try RSA.PrivateKey(numbers) })
        }
        var numbers = good
        numbers.d = [0] + good.d
        #expect(try RSA.PrivateKey(numbers).publicKey.n == good.n)
    }

    @Test func `the numbers of a public key are odd, and the exponent is between 1 and the modulus`() throws {
        let n = try Self.numbers().n
        for exponent: [UInt8] in [[3], [1, 0, 1], Array(n.dropLast()) + [n[255] - 2]] {
            #expect(try RSA.PublicKey(n: n, e: exponent).e == exponent)
        }
        for exponent in [n, [1] + n, Array(n.dropLast()) + [n[255] - 1], Array(n.dropLast()) + [n[255] &+ 2]] {
            #expect(refused { try RSA.PublicKey(n: n, e: exponent) })
        }
        #expect(refused { try RSA.PublicKey(n: [], e: [3]) } && refused { try RSA.PublicKey(n: [0], e: [3]) })
        #expect(try RSA.PublicKey(n: [0, 0] + n, e: [0, 3]).n == n)
    }

    // OpenSSL makes keys of more bits, and refuses each of their signatures.
    @Test func `a modulus has at most 16,384 bits`() throws {
        let largest = [UInt8](repeating: 0xFF, count: 2048)
        #expect(try RSA.PublicKey(n: largest, e: [1, 0, 1]).modulusByteCount == 2048)
        #expect(refused { try RSA.PublicKey(n: [1] + largest, e: [1, 0, 1]) })
        var numbers = try Self.numbers()
        numbers.n = [1] + largest
        #expect(refused { try RSA.PrivateKey(numbers) })
        numbers = try Self.numbers()
        numbers.d = [1] + largest
        #expect(refused { try RSA.PrivateKey(numbers) })
    }

    @Test func `signatures that another program made are valid, and PKCS #1 makes the same`() throws {
        let key = try RSA.PrivateKey(try Self.numbers())
        func check(_ digest: some Digest, pkcs1v15: String, pss: String) throws {
            let options = Data.Base64DecodingOptions.ignoreUnknownCharacters
            let fixed = try #require(Data(base64Encoded: pkcs1v15, options: options))
            let salted = try #require(Data(base64Encoded: pss, options: options))
            #expect(try key.signature(for: digest, padding: .pkcs1v15) == fixed)
            #expect(key.publicKey.isValidSignature(fixed, for: digest, padding: .pkcs1v15))
            #expect(key.publicKey.isValidSignature(salted, for: digest, padding: .pss))
            #expect(!key.publicKey.isValidSignature(salted, for: digest, padding: .pkcs1v15))
            let own = try key.signature(for: digest, padding: .pss)
            #expect(key.publicKey.isValidSignature(own, for: digest, padding: .pss))
        }
        let text = Data("text".utf8)
        try check(SHA256.hash(data: text), pkcs1v15: RSASignatures.rs256, pss: RSASignatures.ps256)
        try check(SHA384.hash(data: text), pkcs1v15: RSASignatures.rs384, pss: RSASignatures.ps384)
        try check(SHA512.hash(data: text), pkcs1v15: RSASignatures.rs512, pss: RSASignatures.ps512)
        #expect(ERR_peek_error() == 0)
    }

    @Test func `no other digest, no other length and no number of the modulus's size is a signature`() throws {
        let numbers = try Self.numbers()
        let key = try RSA.PrivateKey(numbers)
        let digest = SHA256.hash(data: Data("text".utf8))
        let signature = try key.signature(for: digest, padding: .pkcs1v15)
        for other in [
            Data(), signature.dropLast(), signature + [0], [0] + signature, Data(numbers.n), Data(count: 256),
        ] {
            #expect(!key.publicKey.isValidSignature(other, for: digest, padding: .pkcs1v15))
            #expect(!key.publicKey.isValidSignature(other, for: digest, padding: .pss))
        }
        let other = SHA384.hash(data: Data("text".utf8))
        #expect(!key.publicKey.isValidSignature(signature, for: other, padding: .pkcs1v15))
        let weak = Insecure.SHA1.hash(data: Data("text".utf8))
        for padding in [RSA.Padding.pkcs1v15, .pss] {
            #expect(throws: CryptographyError.unavailable) { try key.signature(for: weak, padding: padding) }
            #expect(!key.publicKey.isValidSignature(signature, for: weak, padding: padding))
        }
        #expect(ERR_peek_error() == 0)
    }

    @Test func `a new key has the size that was asked for`() throws {
        let numbers = try RSA.PrivateKey.generateNumbers(bits: 2048)
        let key = try RSA.PrivateKey(numbers)
        #expect(key.publicKey.modulusByteCount == 256 && numbers.n[0] >= 0x80 && numbers.e == [1, 0, 1])
        let digest = SHA256.hash(data: Data("text".utf8))
        let signature = try key.signature(for: digest, padding: .pss)
        #expect(key.publicKey.isValidSignature(signature, for: digest, padding: .pss))
    }

    @Test(arguments: [-2048, 0, 1024, 2040, 2047, 2049, 8193, 8200, Int.max])
    func `a new key has 2,048 to 8,192 bits`(_ bits: Int) {
        #expect(throws: CryptographyError.invalidSize) { try RSA.PrivateKey.generateNumbers(bits: bits) }
    }

    @Test func `the numbers of a private key cannot be printed`() throws {
        let numbers = try Self.numbers()
        let secrets = [numbers.d, numbers.p, numbers.q].map { "\($0[0]), \($0[1])" }
        for value: Any in [numbers, PrivateKeyNumbers.rsa(numbers), PrivateKeyNumbers.p256(numbers.d)] {
            var dumped = ""
            dump(value, to: &dumped)
            for text in ["\(value)", String(reflecting: value), dumped, "\([value])"] {
                #expect(text.contains("private key") && !secrets.contains { text.contains($0) })
            }
        }
    }

    @Test func `only a salt as long as the digest is taken`() throws {
        let numbers = try Self.numbers()
        let key = try RSA.PrivateKey(numbers)
        let digest = SHA256.hash(data: Data("text".utf8))
        let signature = try key.signature(for: digest, padding: .pss)
        #expect(key.publicKey.isValidSignature(signature, for: digest, padding: .pss))
        #expect(!key.publicKey.isValidSignature(signature, for: digest, padding: .pkcs1v15))
        #expect(try key.signature(for: digest, padding: .pss) != signature)
        for (salt, isValid) in [(0, false), (20, false), (31, false), (32, true), (33, false), (222, false)] {
            let made = try #require(Self.signature(numbers, digest, salt: Int32(salt)))
            #expect(key.publicKey.isValidSignature(made, for: digest, padding: .pss) == isValid)
        }
        #expect(ERR_peek_error() == 0)
    }

    @Test func `the mask of a PSS signature is made with the same hash function`() throws {
        let numbers = try Self.numbers()
        let key = try RSA.PrivateKey(numbers)
        let digest = SHA256.hash(data: Data("text".utf8))
        let same = try #require(Self.signature(numbers, digest, salt: 32, mask: EVP_sha256()))
        #expect(key.publicKey.isValidSignature(same, for: digest, padding: .pss))
        let other = try #require(Self.signature(numbers, digest, salt: 32, mask: EVP_sha1()))
        #expect(!key.publicKey.isValidSignature(other, for: digest, padding: .pss) && ERR_peek_error() == 0)
    }

    /// A signature with any salt and any hash function of the mask, by OpenSSL itself.
    private static func signature(
        _ numbers: RSA.Numbers, _ digest: SHA256Digest, salt: Int32, mask: OpaquePointer? = EVP_sha256()
    ) -> [UInt8]? {
        let all = [numbers.n, numbers.e, numbers.d, numbers.p, numbers.q, numbers.dp, numbers.dq, numbers.qi]
        let flat = all.flatMap(\.self)
        let key = flat.withUnsafeBufferPointer { flat in
            var (starts, position) = ([UnsafePointer<UInt8>?](), 0)
            for number in all {
                starts.append(flat.baseAddress.map { $0 + position })
                position += number.count
            }
            return tessera_rsa_private(starts, all.map(\.count))
        }
        defer { EVP_PKEY_free(key) }
        guard let key, let context = EVP_PKEY_CTX_new_from_pkey(nil, key, nil) else { return nil }
        defer { EVP_PKEY_CTX_free(context) }
        guard EVP_PKEY_sign_init(context) == 1, EVP_PKEY_CTX_set_rsa_padding(context, RSA_PKCS1_PSS_PADDING) == 1,
            EVP_PKEY_CTX_set_signature_md(context, EVP_sha256()) == 1,
            EVP_PKEY_CTX_set_rsa_pss_saltlen(context, salt) == 1, EVP_PKEY_CTX_set_rsa_mgf1_md(context, mask) == 1
        else { return nil }
        var (signature, count) = ([UInt8](repeating: 0, count: 256), 256)
        let bytes = Array(digest)
        return EVP_PKEY_sign(context, &signature, &count, bytes, bytes.count) == 1 ? signature : nil
    }

    @Test func `one key signs and verifies in many tasks at once`() async throws {
        let key = try RSA.PrivateKey(try Self.numbers())
        let curve = P256.Signing.PrivateKey()
        let good = await withTaskGroup(of: Int.self) { group in
            for number in 0..<8 {
                group.addTask { @concurrent in
                    (0..<50).reduce(into: 0) { good, turn in
                        let digest = SHA256.hash(data: Data("\(number) \(turn)".utf8))
                        let padding: RSA.Padding = turn % 2 == 0 ? .pkcs1v15 : .pss
                        guard let signature = try? key.signature(for: digest, padding: padding),
                            let other = try? curve.signature(for: digest)
                        else { return }
                        let isValid =
                            key.publicKey.isValidSignature(signature, for: digest, padding: padding)
                            && curve.publicKey.isValidSignature(other, for: digest)
                            && !key.publicKey.isValidSignature(signature.reversed(), for: digest, padding: padding)
                        good += isValid && ERR_peek_error() == 0 ? 1 : 0
                    }
                }
            }
            return await group.reduce(0, +)
        }
        #expect(good == 400)
    }
}
