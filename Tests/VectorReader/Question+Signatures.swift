// SPDX-License-Identifier: Apache-2.0
#if !canImport(CryptoKit)
import Foundation
import SystemCryptography

extension Question {
    func verify<Curve: NISTCurve, Function: HashFunction>(_: Curve.Type, _: Function.Type) throws -> String {
        let key = try ECDSA<Curve>.PublicKey(x963Representation: bytes(3))
        let signature = try ECDSA<Curve>.ECDSASignature(rawRepresentation: bytes(5))
        return verdict(key.isValidSignature(signature, for: Function.hash(data: bytes(4))))
    }

    func verifyEdwards() throws -> String {
        let key = try Curve25519.Signing.PublicKey(rawRepresentation: bytes(1))
        return verdict(key.isValidSignature(bytes(3), for: bytes(2)))
    }

    func signEdwards() throws -> String {
        let key = try Curve25519.Signing.PrivateKey(rawRepresentation: bytes(1))
        return try key.publicKey.rawRepresentation.hexadecimal + key.signature(for: bytes(2)).hexadecimal
    }

    func verifyRSA<Function: HashFunction>(_: Function.Type) throws -> String {
        let key = try RSA.PublicKey(n: bytes(3), e: bytes(4))
        let digest = Function.hash(data: bytes(5))
        return verdict(key.isValidSignature(bytes(6), for: digest, padding: word(1) == "pss" ? .pss : .pkcs1v15))
    }

    func signRSA<Function: HashFunction>(_: Function.Type) throws -> String {
        guard case .rsa(let numbers) = try PrivateKeyNumbers(pem: text(2)) else { return "a key on a curve" }
        let digest = Function.hash(data: bytes(3))
        return try RSA.PrivateKey(numbers).signature(for: digest, padding: .pkcs1v15).hexadecimal
    }

    func publicKey<Curve: NISTCurve>(_: Curve.Type) throws -> String {
        try ECDSA<Curve>.PrivateKey(rawRepresentation: bytes(2)).publicKey.x963Representation.hexadecimal
    }

    func point<Curve: NISTCurve>(_: Curve.Type, _ point: [UInt8]) throws -> String {
        try ECDSA<Curve>.PublicKey(x963Representation: point).x963Representation.hexadecimal
    }

    func publicKeyInfo() throws -> String {
        switch try SubjectPublicKeyInfo(der: bytes(1)) {
        case .rsa(let n, let e): return try RSA.PublicKey(n: n, e: e).n.hexadecimal + " " + e.hexadecimal
        case .point(let bytes):
            switch bytes.count {
            case 65: return try point(P256.self, bytes)
            case 97: return try point(P384.self, bytes)
            default: return try point(P521.self, bytes)
            }
        }
    }

    func privateKey() throws -> String {
        switch try PrivateKeyNumbers(pem: text(1)) {
        case .rsa(let numbers):
            _ = try RSA.PrivateKey(numbers)
            let all = [numbers.n, numbers.e, numbers.d, numbers.p, numbers.q, numbers.dp, numbers.dq, numbers.qi]
            return all.map(\.hexadecimal).joined(separator: " ")
        case .p256(let number): return try secret(P256.self, number)
        case .p384(let number): return try secret(P384.self, number)
        case .p521(let number): return try secret(P521.self, number)
        }
    }

    private func secret<Curve: NISTCurve>(_: Curve.Type, _ number: [UInt8]) throws -> String {
        try ECDSA<Curve>.PrivateKey(rawRepresentation: number).rawRepresentation.hexadecimal
    }
}
#endif
