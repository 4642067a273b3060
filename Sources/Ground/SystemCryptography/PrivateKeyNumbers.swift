// SPDX-License-Identifier: Apache-2.0

/// The numbers of a private key from another tool's file, on curves its secret number; they cannot be printed.
package enum PrivateKeyNumbers: Sendable {
    case rsa(RSA.Numbers)
    case p256([UInt8])
    case p384([UInt8])
    case p521([UInt8])

    /// Reads the first private key of a text: PKCS #8, PKCS #1, or SEC 1, without a password. RFC 7468 §10, §13
    ///
    /// Its numbers are validated when they become a key. Refuses keys for RSASSA-PSS alone, other curves, explicit
    /// curve parameters, and bytes after the key.
    package init(pem: String) throws(CryptographyError) {
        guard let block = PEMBlock.all(in: pem)?.first(where: { $0.label.hasSuffix("PRIVATE KEY") }) else {
            throw .invalidKey
        }
        var reader = DER.Reader(block.content)
        do throws(DER.Invalid) {
            switch block.label {
            case "PRIVATE KEY": self = try Self.pkcs8(&reader)
            case "RSA PRIVATE KEY": self = .rsa(try Self.pkcs1(&reader))
            case "EC PRIVATE KEY": self = try Self.sec1(&reader, curve: nil)
            default: throw DER.Invalid()
            }
            guard reader.isAtEnd else { throw DER.Invalid() }
        } catch {
            throw .invalidKey
        }
    }

    /// Reads RFC 5208 §5, and its later version with a public key, RFC 5958 §2.
    private static func pkcs8(_ reader: inout DER.Reader) throws(DER.Invalid) -> PrivateKeyNumbers {
        try reader.elements { (key) throws(DER.Invalid) in
            let version = try key.unsignedInteger()
            guard version.isEmpty || version == [1] else { throw DER.Invalid() }
            let algorithm = try KeyAlgorithm(reading: &key)
            var inner = DER.Reader(try key.element(DER.Tag.octetString))
            let numbers: PrivateKeyNumbers =
                switch algorithm {
                case .rsa: .rsa(try pkcs1(&inner))
                case .elliptic(let curve): try sec1(&inner, curve: curve)
                }
            guard inner.isAtEnd else { throw DER.Invalid() }
            let (attributes, publicKey) = (DER.Tag.context(0), DER.Tag.value(1))
            if key.isNext(attributes) { _ = try key.element(attributes) }
            if version == [1], key.isNext(publicKey) { _ = try key.element(publicKey) }
            return numbers
        }
    }

    /// Reads RFC 8017 §A.1.2, with two primes.
    private static func pkcs1(_ reader: inout DER.Reader) throws(DER.Invalid) -> RSA.Numbers {
        try reader.elements { (key) throws(DER.Invalid) in
            guard try key.unsignedInteger().isEmpty else { throw DER.Invalid() }
            return RSA.Numbers(
                n: try key.unsignedInteger(), e: try key.unsignedInteger(), d: try key.unsignedInteger(),
                p: try key.unsignedInteger(), q: try key.unsignedInteger(), dp: try key.unsignedInteger(),
                dq: try key.unsignedInteger(), qi: try key.unsignedInteger())
        }
    }

    /// Reads RFC 5915 §3; in PKCS #8, the curve is outside, and may be here as well.
    ///
    /// Ignores the public key, since it follows from the number.
    private static func sec1(
        _ reader: inout DER.Reader, curve outerCurve: KeyAlgorithm.Curve?
    ) throws(DER.Invalid) -> PrivateKeyNumbers {
        try reader.elements { (key) throws(DER.Invalid) in
            guard try key.unsignedInteger() == [1] else { throw DER.Invalid() }
            let number = Array(try key.element(DER.Tag.octetString))
            var innerCurve: KeyAlgorithm.Curve?
            if key.isNext(DER.Tag.context(0)) {
                innerCurve = try key.elements(DER.Tag.context(0)) { (named) throws(DER.Invalid) in
                    try KeyAlgorithm.Curve(identifier: named.element(DER.Tag.objectIdentifier))
                }
            }
            if key.isNext(DER.Tag.context(1)) {
                try key.elements(DER.Tag.context(1)) { (point) throws(DER.Invalid) in _ = try point.bitString() }
            }
            guard let curve = outerCurve ?? innerCurve, innerCurve ?? curve == curve, number.count == curve.byteCount
            else { throw DER.Invalid() }
            return switch curve {
            case .p256: .p256(number)
            case .p384: .p384(number)
            case .p521: .p521(number)
            }
        }
    }
}

extension PrivateKeyNumbers: CustomStringConvertible, CustomReflectable {
    package var description: String {
        switch self {
        case .rsa: "RSA private key"
        case .p256: "P-256 private key"
        case .p384: "P-384 private key"
        case .p521: "P-521 private key"
        }
    }

    package var customMirror: Mirror { Mirror(self, children: []) }
}
