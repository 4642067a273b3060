// SPDX-License-Identifier: Apache-2.0

/// The numbers of an RSA private key, with their names in a JSON Web Key.
///
/// swift-crypto returns a generated key as DER only. This type reads the only structure that it writes: a sequence of
/// nine integers, with the version first.
///
/// RFC 8017 §A.1.2, RFC 7518 §6.3.2
struct RSAPrivateMembers {
    /// Each number as base64url, by member name.
    let texts: [String: String]

    /// - Returns: Nil unless the bytes are exactly one `RSAPrivateKey` of two primes.
    init?(pkcs1 der: [UInt8]) {
        var outer = der[...]
        guard var sequence = Self.takeElement(tag: 0x30, from: &outer), outer.isEmpty else { return nil }
        guard Self.takeElement(tag: 0x02, from: &sequence) == [0] else { return nil }
        var texts: [String: String] = [:]
        for name in ["n", "e", "d", "p", "q", "dp", "dq", "qi"] {
            guard let integer = Self.takeElement(tag: 0x02, from: &sequence) else { return nil }
            texts[name] = Base64URL.encode(integer.drop { $0 == 0 })
        }
        guard sequence.isEmpty else { return nil }
        self.texts = texts
    }

    private static func takeElement(tag: UInt8, from der: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard der.popFirst() == tag, let first = der.popFirst() else { return nil }
        var length = Int(first)
        if first > 0x80 {
            let lengthByteCount = Int(first & 0x7F)
            guard lengthByteCount <= 2, der.count >= lengthByteCount else { return nil }
            length = der.prefix(lengthByteCount).reduce(0) { $0 << 8 | Int($1) }
            der = der.dropFirst(lengthByteCount)
        }
        guard first != 0x80, der.count >= length else { return nil }
        defer { der = der.dropFirst(length) }
        return der.prefix(length)
    }
}
