// SPDX-License-Identifier: Apache-2.0
import CTesseraOpenSSL
import Foundation
import SystemCryptography
import Testing

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
        let (r, s, zero) = (Array(raw[..<count]), Array(raw[count...]), [UInt8](repeating: 0, count: count))
        #expect(try isValid(r + s) && !isValid(zero + s) && !isValid(r + zero))
        #expect(refused { try isValid(raw + [0]) } && refused { try isValid(Array(raw.dropLast())) })
        #expect(ERR_peek_error() == 0)
    }

    @Test func `no number and no point outside a curve is a key, and no number outside it a signature`() throws {
        try check(P256.self, order: Self.orders[0])
        try check(P384.self, order: Self.orders[1])
        try check(P521.self, order: Self.orders[2])
    }

    // On this curve alone, each number fits into its bytes after that.
    @Test func `neither the prime nor the order may be added to a number on P-521`() throws {
        let prime = [1] + [UInt8](repeating: 0xFF, count: 65)
        let key = P521.Signing.PrivateKey()
        let raw = Array(key.publicKey.rawRepresentation)
        let (x, y) = (Array(raw[..<66]), Array(raw[66...]))
        #expect(try P521.Signing.PublicKey(rawRepresentation: x + y).rawRepresentation == Data(raw))
        #expect(refused { try P521.Signing.PublicKey(rawRepresentation: sum(x, prime) + y) })
        #expect(refused { try P521.Signing.PublicKey(rawRepresentation: x + sum(y, prime)) })

        let digest = SHA512.hash(data: Data("text".utf8))
        let signature = Array(try key.signature(for: digest).rawRepresentation)
        let (r, s) = (Array(signature[..<66]), Array(signature[66...]))
        for (raw, isValid) in [
            (r + s, true), (sum(r, Self.orders[2]) + s, false), (r + sum(s, Self.orders[2]), false),
        ] {
            let signature = try P521.Signing.ECDSASignature(rawRepresentation: raw)
            #expect(key.publicKey.isValidSignature(signature, for: digest) == isValid)
        }
        #expect(ERR_peek_error() == 0)
    }

    private func verify<Curve: NISTCurve>(
        _: Curve.Type, _ secret: String, _ r: String, _ s: String, order: [UInt8]
    ) throws {
        let key = try ECDSA<Curve>.PrivateKey(rawRepresentation: bytes(secret)).publicKey
        #expect(key.isValidSignature(try .init(rawRepresentation: bytes(r + s)), for: Data("sample".utf8)))
        #expect(!key.isValidSignature(try .init(rawRepresentation: bytes(r + s)), for: Data("samples".utf8)))
        // n - s is valid as well: RFC 7518 has no rule for it.
        let other = difference(order, bytes(s))
        #expect(key.isValidSignature(try .init(rawRepresentation: bytes(r) + other), for: Data("sample".utf8)))
        #expect(ERR_peek_error() == 0)
    }

    // RFC 6979 §A.2.5, §A.2.6, §A.2.7: the message "sample"
    @Test func `the signatures of RFC 6979 are valid`() throws {
        try verify(
            P256.self, "C9AFA9D845BA75166B5C215767B1D6934E50C3DB36E89B127B8A622B120F6721",
            "EFD48B2AACB6A8FD1140DD9CD45E81D69D2C877B56AAF991C34D0EA84EAF3716",
            "F7CB1C942D657C41D436C7A1B6E29F65F3E900DBB9AFF4064DC4AB2F843ACDA8", order: Self.orders[0])
        try verify(
            P384.self,
            "6B9D3DAD2E1B8C1C05B19875B6659F4DE23C3B667BF297BA9AA47740787137D896D5724E4C70A825F872C9EA60D2EDF5",
            "94EDBB92A5ECB8AAD4736E56C691916B3F88140666CE9FA73D64C4EA95AD133C81A648152E44ACF96E36DD1E80FABE46",
            "99EF4AEB15F178CEA1FE40DB2603138F130E740A19624526203B6351D0A3A94FA329C145786E679E7B82C71A38628AC8",
            order: Self.orders[1])
        try verify(
            P521.self,
            "00FAD06DAA62BA3B25D2FB40133DA757205DE67F5BB0018FEE8C86E1B68C7E75CA"
                + "A896EB32F1F47C70855836A6D16FCC1466F6D8FBEC67DB89EC0C08B0E996B83538",
            "00C328FAFCBD79DD77850370C46325D987CB525569FB63C5D3BC53950E6D4C5F17"
                + "4E25A1EE9017B5D450606ADD152B534931D7D4E8455CC91F9B15BF05EC36E377FA",
            "00617CCE7CF5064806C467F678D3B4080D6F1CC50AF26CA209417308281B68AF28"
                + "2623EAA63E5B5C0723D8B8C37FF0777B1A20F8CCB1DCCC43997F1EE0E44DA4A67A",
            order: Self.orders[2])
    }

    // RFC 8032 §7.1, test 1
    @Test func `an empty message has the signature of RFC 8032`() throws {
        let seed = bytes("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60")
        let key = try Curve25519.Signing.PrivateKey(rawRepresentation: seed)
        #expect(key.rawRepresentation == Data(seed))
        let signature = try key.signature(for: Data())
        #expect(
            signature.hexadecimal
                == "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555"
                + "fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b")
        #expect(key.publicKey.isValidSignature(signature, for: Data()))
        #expect(!key.publicKey.isValidSignature(Data(count: 64), for: Data()))
        for count in [0, 31, 33] {
            #expect(refused { try Curve25519.Signing.PrivateKey(rawRepresentation: Data(count: count)) })
            #expect(refused { try Curve25519.Signing.PublicKey(rawRepresentation: Data(count: count)) })
        }
    }

    @Test func `new keys differ, and sign`() throws {
        let key = Curve25519.Signing.PrivateKey()
        #expect(key.rawRepresentation != Curve25519.Signing.PrivateKey().rawRepresentation)
        let signature = try key.signature(for: Data("text".utf8))
        #expect(key.publicKey.isValidSignature(signature, for: Data("text".utf8)))
        #expect(P256.Signing.PrivateKey().rawRepresentation != P256.Signing.PrivateKey().rawRepresentation)
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
        // S + L: RFC 8032 §5.1.7. Both are little-endian.
        let order = bytes("edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010")
        let larger = Array(sum(signature[32...].reversed(), order.reversed()).reversed())
        #expect(!key.publicKey.isValidSignature(signature[..<32] + larger, for: [UInt8(0x72)]))
        #expect(!key.publicKey.isValidSignature(signature.dropLast(), for: [UInt8(0x72)]))
        #expect(refused { try Curve25519.Signing.PublicKey(rawRepresentation: Data(count: 31)) })
        let odd = try Curve25519.Signing.PublicKey(rawRepresentation: Data(repeating: 0xFF, count: 32))
        #expect(!odd.isValidSignature(signature, for: [UInt8(0x72)]) && ERR_peek_error() == 0)
    }

    // The y coordinates 0, 1, p - 1, p, p + 1 and those of the points of order 8: 8 times the point is the neutral
    // element. With that as R, and S = 0, a signature is valid for one message in eight at least.
    @Test(arguments: [
        "0000000000000000000000000000000000000000000000000000000000000000",
        "0100000000000000000000000000000000000000000000000000000000000000",
        "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
    ])
    func `a point of small order is no Ed25519 key, whatever the sign is`(_ hexadecimal: String) throws {
        var point = bytes(hexadecimal)
        let forged = [1] + Data(count: 63)
        for _ in 0..<2 {
            let key = EVP_PKEY_new_raw_public_key(NID_ED25519, nil, point, 32)
            defer { EVP_PKEY_free(key) }
            #expect((0..<200).contains { tessera_ed25519_verify(key, [$0], 1, Array(forged)) })
            #expect(refused { try Curve25519.Signing.PublicKey(rawRepresentation: point) })
            point[31] ^= 0x80
        }
        // Its neighbor is some other point, or none.
        point[0] ^= 0x10
        #expect(try Curve25519.Signing.PublicKey(rawRepresentation: point).rawRepresentation == Data(point))
    }
}
