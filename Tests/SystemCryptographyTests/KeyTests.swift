// SPDX-License-Identifier: Apache-2.0
import CTesseraOpenSSL
import Foundation
import SystemCryptography
import Testing

/// Refused, with nothing left in the thread's queue of errors.
func refused<Value>(_ make: () throws -> Value) -> Bool {
    let isRefused = (try? make()) == nil
    return isRefused && !Runtime.hasPendingError
}

@Suite struct CurveKeyTests {
    static let orders = [
        "FFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551",
        "FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFC7634D81F4372DDF581A0DB248B0A77AECEC196ACCC52973",
        "01FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFA"
            + "51868783BF2F966B7FCC0148F709A5D03BB5C9B8899C47AEBB6FB71E91386409",
    ].map(bytes)

    private func check<Curve: NISTCurve>(_: Curve.Type, order: [UInt8]) throws {
        typealias Signing = ECDSA<Curve>
        let count = order.count
        func number(_ number: [UInt8]) throws -> Signing.PrivateKey { try .init(rawRepresentation: number) }
        let last = Array(order.dropLast()) + [order[count - 1] - 1]
        #expect(refused { try number([UInt8](repeating: 0, count: count)) })
        #expect(refused { try number(order) })
        #expect(refused { try number(Array(order.dropLast()) + [order[count - 1] + 1]) })
        #expect(refused { try number([UInt8](repeating: 0xFF, count: count)) })
        #expect(refused { try number(Array(last.dropFirst())) })
        #expect(refused { try number([0] + last) })
        #expect(refused { try number([]) })
        #expect(try number(last).rawRepresentation == Data(last))
        let one = [UInt8](repeating: 0, count: count - 1) + [1]
        #expect(try number(one).rawRepresentation == Data(one))

        let key = Signing.PrivateKey()
        let point = Array(key.publicKey.x963Representation)
        #expect(try Signing.PublicKey(x963Representation: point).rawRepresentation == key.publicKey.rawRepresentation)
        #expect(refused { try Signing.PublicKey(x963Representation: point.dropLast() + [point[2 * count] ^ 1]) })
        #expect(refused { try Signing.PublicKey(x963Representation: [0] as [UInt8]) })
        #expect(refused { try Signing.PublicKey(x963Representation: [0] + point.dropFirst()) })
        #expect(refused { try Signing.PublicKey(x963Representation: [2] + point[1...count]) })
        #expect(refused { try Signing.PublicKey(x963Representation: [6 | point[2 * count] & 1] + point.dropFirst()) })
        #expect(refused { try Signing.PublicKey(rawRepresentation: [UInt8](repeating: 0, count: 2 * count)) })
        #expect(refused { try Signing.PublicKey(rawRepresentation: [UInt8](repeating: 0xFF, count: 2 * count)) })

        let digest = Curve.Hash.hash(data: Data("text".utf8))
        let signature = try key.signature(for: digest)
        #expect(key.publicKey.isValidSignature(signature, for: Data("text".utf8)))
        #expect(!Signing.PrivateKey().publicKey.isValidSignature(signature, for: digest))
        let raw = Array(signature.rawRepresentation)
        func isValid(_ raw: [UInt8]) throws -> Bool {
            key.publicKey.isValidSignature(try .init(rawRepresentation: raw), for: digest)
        }
        #expect(try !isValid([UInt8](repeating: 0, count: 2 * count)) && !isValid(order + Array(raw[count...])))
        #expect(try !isValid(Array(raw[..<count]) + order))
        #expect(refused { try isValid(raw + [0]) } && refused { try isValid(Array(raw.dropLast())) })
        #expect(!Runtime.hasPendingError)
    }

    @Test func `no number and no point outside a curve is a key, and no number outside it a signature`() throws {
        try check(P256.self, order: Self.orders[0])
        try check(P384.self, order: Self.orders[1])
        try check(P521.self, order: Self.orders[2])
    }

    // RFC 8032 §7.1, test 2
    @Test func `the signature of RFC 8032 is made`() throws {
        let seed = bytes("4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb")
        let key = try Curve25519.Signing.PrivateKey(rawRepresentation: seed)
        #expect(
            key.publicKey.rawRepresentation.hexadecimal
                == "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c")
        let signature = try key.signature(for: [UInt8(0x72)])
        #expect(
            signature.hexadecimal
                == "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
                + "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00")
        #expect(key.publicKey.isValidSignature(signature, for: [UInt8(0x72)]))
        // S + L: RFC 8032 §5.1.7
        var (sum, carry) = (Array(signature), 0)
        let order = bytes("edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010")
        for index in 0..<32 {
            carry += Int(sum[32 + index]) + Int(order[index])
            sum[32 + index] = UInt8(truncatingIfNeeded: carry)
            carry >>= 8
        }
        #expect(!key.publicKey.isValidSignature(sum, for: [UInt8(0x72)]))
        #expect(!key.publicKey.isValidSignature(signature.dropLast(), for: [UInt8(0x72)]))
        #expect(refused { try Curve25519.Signing.PublicKey(rawRepresentation: Data(count: 31)) })
        let odd = try Curve25519.Signing.PublicKey(rawRepresentation: Data(repeating: 0xFF, count: 32))
        #expect(!odd.isValidSignature(signature, for: [UInt8(0x72)]) && !Runtime.hasPendingError)
    }
}

@Suite struct RSAKeyTests {
    private static func numbers() throws -> RSA.Numbers {
        guard case .rsa(let numbers) = try PrivateKeyNumbers(pem: SampleKeys.rsa) else {
            throw CryptographyError.invalidKey
        }
        return numbers
    }

    @Test func `numbers that do not belong together are no key`() throws {
        let good = try Self.numbers()
        let key = try RSA.PrivateKey(good)
        #expect(key.publicKey.modulusByteCount == 256)
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
        #expect(!Runtime.hasPendingError)
    }

    /// A signature with any salt, by OpenSSL itself.
    private static func signature(_ numbers: RSA.Numbers, _ digest: SHA256Digest, salt: Int32) -> [UInt8]? {
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
            EVP_PKEY_CTX_set_rsa_pss_saltlen(context, salt) == 1
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
                        good += isValid && !Runtime.hasPendingError ? 1 : 0
                    }
                }
            }
            return await group.reduce(0, +)
        }
        #expect(good == 400)
    }
}

@Suite struct KeyFormatTests {
    @Test func `a key has the same numbers in each form`() throws {
        guard case .rsa(let one) = try PrivateKeyNumbers(pem: SampleKeys.rsa),
            case .rsa(let other) = try PrivateKeyNumbers(pem: SampleKeys.rsaPKCS1),
            case .p256(let number) = try PrivateKeyNumbers(pem: SampleKeys.elliptic),
            case .p256(let same) = try PrivateKeyNumbers(pem: "# a key\n" + SampleKeys.ellipticSEC1 + "\n\n")
        else { throw CryptographyError.invalidKey }
        #expect(one.n == other.n && one.d == other.d && one.qi == other.qi && number == same)
        guard case .p384(let large) = try PrivateKeyNumbers(pem: OtherKeys.p384),
            case .p521(let larger) = try PrivateKeyNumbers(pem: OtherKeys.p521)
        else { throw CryptographyError.invalidKey }
        #expect(large.count == 48 && larger.count == 66)
    }

    @Test(arguments: [
        OtherKeys.encrypted, OtherKeys.encryptedPKCS1, OtherKeys.pssOnly, OtherKeys.explicitCurve, OtherKeys.ed25519,
        OtherKeys.secp256k1, SampleKeys.rsaCertificate, "", "-----BEGIN PRIVATE KEY-----", "text",
        SampleKeys.elliptic.replacing("-----END PRIVATE", with: "-----END EC PRIVATE"),
    ])
    func `no other key is read, and nobody is asked for a password`(_ pem: String) {
        #expect(refused { try PrivateKeyNumbers(pem: pem) })
    }

    @Test func `no byte of a key can be left out, and none can follow`() throws {
        let block = try #require(PEMBlock.all(in: SampleKeys.elliptic)?.first)
        for count in 0..<block.content.count {
            let text = PEMBlock(label: block.label, content: Array(block.content.prefix(count))).text
            #expect(refused { try PrivateKeyNumbers(pem: text) })
        }
        #expect(refused { try PrivateKeyNumbers(pem: PEMBlock(label: block.label, content: block.content + [0]).text) })
        #expect(PEMBlock.all(in: block.text) == [block])
    }

    @Test func `a key is written as OpenSSL writes it`() throws {
        let key = try P256.Signing.PrivateKey(pemRepresentation: SampleKeys.elliptic)
        #expect(key.pemRepresentation == SampleKeys.elliptic.trimmingCharacters(in: .newlines))
        let info = try SubjectPublicKeyInfo(der: key.publicKey.subjectPublicKeyInfo)
        guard case .point(let point) = info else { throw CryptographyError.invalidKey }
        #expect(Data(point) == key.publicKey.x963Representation)
        guard case .rsa(let numbers) = try PrivateKeyNumbers(pem: SampleKeys.rsa) else {
            throw CryptographyError.invalidKey
        }
        let publicKey = try RSA.PublicKey(n: numbers.n, e: numbers.e)
        guard case .rsa(let n, let e) = try SubjectPublicKeyInfo(der: publicKey.subjectPublicKeyInfo) else {
            throw CryptographyError.invalidKey
        }
        #expect(n == numbers.n && e == [1, 0, 1])
    }

    @Test(arguments: ["020100", "02020080", "0203010001", "3000"]) func `what is in its shortest form is read`(
        _ text: String
    ) throws {
        var reader = DER.Reader(bytes(text))
        if text == "3000" { _ = try reader.element(DER.Tag.sequence) } else { _ = try reader.unsignedInteger() }
        #expect(reader.isAtEnd)
    }

    @Test(arguments: ["0200", "020180", "02020001", "02810100", "0280", "0282000101", "0285", "028101", "0202", "02"])
    func `what is not in its shortest form is refused`(_ text: String) {
        #expect(throws: DER.Invalid.self) {
            var reader = DER.Reader(bytes(text))
            _ = try reader.unsignedInteger()
        }
    }
}
