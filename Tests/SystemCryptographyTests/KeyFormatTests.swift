// SPDX-License-Identifier: Apache-2.0
import Foundation
import SystemCryptography
import Testing

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
    func `rejects other keys without asking for a password`(_ pem: String) {
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

    /// A PKCS #8 key on a curve, as `edit` leaves it. RFC 5958 §2
    private static func pkcs8(_ edit: (inout Parts) -> Void) -> String {
        var parts = Parts()
        edit(&parts)
        var key = DER.Writer()
        key.elements { key in
            key.unsignedInteger(parts.keyVersion)
            key.element(DER.Tag.octetString, parts.number)
            if let curve = parts.innerCurve {
                key.elements(DER.Tag.context(0)) { $0.element(DER.Tag.objectIdentifier, curve) }
            }
            key.append(parts.innerEnd)
        }
        var info = DER.Writer()
        info.elements { info in
            info.unsignedInteger(parts.version)
            info.elements { algorithm in
                algorithm.element(DER.Tag.objectIdentifier, parts.algorithm)
                algorithm.element(DER.Tag.objectIdentifier, parts.curve)
            }
            info.element(DER.Tag.octetString, key.bytes + parts.afterKey)
            info.append(parts.end)
        }
        return PEMBlock(label: "PRIVATE KEY", content: info.bytes).text
    }

    private struct Parts {
        static let p256 = bytes("2A8648CE3D030107")
        static let p384 = bytes("2B81040022")
        var version: [UInt8] = []
        var algorithm = bytes("2A8648CE3D0201")
        var curve = p256
        var keyVersion: [UInt8] = [1]
        var number = [UInt8](repeating: 7, count: 32)
        var innerCurve: [UInt8]?
        var innerEnd: [UInt8] = []
        var afterKey: [UInt8] = []
        var end: [UInt8] = []
    }

    @Test(
        arguments: [
            { _ in }, { $0.version = [1] }, { $0.innerCurve = Parts.p256 }, { $0.innerEnd = bytes("A10403020004") },
            { $0.end = bytes("A000") }, { $0.end = bytes("A0023100") },
            {
                $0.version = [1]
                $0.end = bytes("A00081020004")
            },
        ] as [@Sendable (inout Parts) -> Void])
    private func `reads the optional parts of PKCS #8 and SEC 1`(_ edit: @Sendable (inout Parts) -> Void) throws {
        guard case .p256(let number) = try PrivateKeyNumbers(pem: Self.pkcs8(edit)) else {
            throw CryptographyError.invalidKey
        }
        #expect(number == [UInt8](repeating: 7, count: 32))
    }

    @Test(
        arguments: [
            { $0.version = [2] }, { $0.version = [1, 0] }, { $0.algorithm = bytes("2A8648CE3D0202") },
            { $0.algorithm = bytes("2A864886F70D010101") }, { $0.curve = Parts.p384 },
            { $0.curve = bytes("2B8104000A") },
            { $0.curve = [] }, { $0.keyVersion = [] }, { $0.keyVersion = [2] }, { $0.number.removeLast() },
            { $0.number.append(7) }, { $0.number = [] }, { $0.innerCurve = Parts.p384 }, { $0.innerCurve = [] },
            { $0.innerEnd = bytes("A100") }, { $0.innerEnd = bytes("A1020500") }, { $0.innerEnd = bytes("0500") },
            { $0.afterKey = [0x05, 0x00] }, { $0.end = bytes("81020004") }, { $0.end = bytes("0500") },
            { $0.end = bytes("A000A000") },
            {
                $0.version = [1]
                $0.end = bytes("81020004A000")
            },
        ] as [@Sendable (inout Parts) -> Void])
    private func `a key with one part of another form is refused`(_ edit: @Sendable (inout Parts) -> Void) {
        #expect(refused { try PrivateKeyNumbers(pem: Self.pkcs8(edit)) })
    }

    @Test func `an RSA key has the version of two primes, and null as its parameters`() throws {
        func key(_ label: String, _ pem: String, _ edit: (inout [UInt8]) -> Void) throws -> String {
            var content = try #require(PEMBlock.all(in: pem)?.first).content
            edit(&content)
            return PEMBlock(label: label, content: content).text
        }
        let pkcs1 = try key("RSA PRIVATE KEY", SampleKeys.rsaPKCS1) { _ in }
        guard case .rsa = try PrivateKeyNumbers(pem: pkcs1) else { throw CryptographyError.invalidKey }
        let threePrimes = try key("RSA PRIVATE KEY", SampleKeys.rsaPKCS1) { $0[6] = 1 }
        #expect(refused { try PrivateKeyNumbers(pem: threePrimes) })
        // The first is the version of PKCS #8, the second the tag of the parameters.
        #expect(refused { try PrivateKeyNumbers(pem: key("PRIVATE KEY", SampleKeys.rsa) { $0[6] = 2 }) })
        #expect(refused { try PrivateKeyNumbers(pem: key("PRIVATE KEY", SampleKeys.rsa) { $0[20] = 0x04 }) })
        #expect(refused { try PrivateKeyNumbers(pem: key("PRIVATE KEY", SampleKeys.rsaPKCS1) { _ in }) })
        #expect(refused { try PrivateKeyNumbers(pem: key("EC PRIVATE KEY", SampleKeys.rsaPKCS1) { _ in }) })
        #expect(refused { try P256.Signing.PrivateKey(pemRepresentation: SampleKeys.rsa) })
        #expect(refused { try P256.Signing.PrivateKey(pemRepresentation: OtherKeys.p384) })
    }

    // Made by `openssl pkey -pubout`.
    @Test func `a public key is written as OpenSSL writes it`() throws {
        let key = try P256.Signing.PrivateKey(pemRepresentation: SampleKeys.elliptic).publicKey
        #expect(
            Data(key.subjectPublicKeyInfo).base64EncodedString()
                == "MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEbEU3ijQ33NZgYUEADTxwpj7JgXPwAisj"
                + "mNLaGVFKgFkYaNRFFt3zG1OB647cPzdYUmT76iqzB2w4kz2UTJkrTQ==")
        guard case .rsa(let numbers) = try PrivateKeyNumbers(pem: SampleKeys.rsa) else {
            throw CryptographyError.invalidKey
        }
        let info = Data(try RSA.PublicKey(n: numbers.n, e: numbers.e).subjectPublicKeyInfo)
        // 2,048 bits: each of its lengths has two bytes.
        #expect(info.count == 294)
        #expect(
            SHA256.hash(data: info).hexadecimal == "8671bebebbaa2e256bf41e4587a51583f10a702dedadd7cabd26dd34e316895b")
    }

    @Test(arguments: [
        // P-384 with a point of P-256, P-256 with one of P-384, and forms that are not uncompressed
        ("2B81040022", 4, 64), ("2A8648CE3D030107", 4, 96), ("2A8648CE3D030107", 2, 32), ("2A8648CE3D030107", 3, 64),
        ("2A8648CE3D030107", 6, 64), ("2A8648CE3D030107", 0, 0), ("2A8648CE3D030107", 4, 63),
        ("2A8648CE3D030107", 4, 65), ("2B8104000A", 4, 64),
    ])
    func `a point of the wrong form or length is refused`(_ curve: String, _ first: UInt8, _ count: Int) {
        #expect(refused { try Self.publicKey(curve, [first] + [UInt8](repeating: 7, count: count)) })
    }

    @Test(arguments: [("2A8648CE3D030107", 65), ("2B81040022", 97), ("2B81040023", 133)])
    func `an uncompressed point on each curve is read`(_ curve: String, _ count: Int) throws {
        let point = [4] + [UInt8](repeating: 7, count: count - 1)
        guard case .point(let read) = try Self.publicKey(curve, point) else { throw CryptographyError.invalidKey }
        #expect(read == point)
        #expect(refused { try Self.publicKey(curve, point, after: [0]) })
    }

    private static func publicKey(
        _ curve: String, _ point: [UInt8], after rest: [UInt8] = []
    ) throws -> SubjectPublicKeyInfo {
        var writer = DER.Writer()
        writer.elements { info in
            info.elements { algorithm in
                algorithm.element(DER.Tag.objectIdentifier, bytes("2A8648CE3D0201"))
                algorithm.element(DER.Tag.objectIdentifier, bytes(curve))
            }
            info.bitString(point)
        }
        return try SubjectPublicKeyInfo(der: writer.bytes + rest)
    }
}
