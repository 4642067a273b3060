// SPDX-License-Identifier: Apache-2.0
import PortableFoundation
import SystemCryptography

/// The fields of a certificate, parsed in Swift: Apple's systems have no OpenSSL. RFC 5280 §4.1
///
/// Linux compiles it only for tests that compare it with OpenSSL. Only this parser refuses name constraints with
/// `minimum` or `maximum`; neither checks whether an extension is critical.
struct CertificateFields: Sendable {
    private let signedPart: [UInt8]
    private let signatureAlgorithm: [UInt8]
    private let signature: [UInt8]
    let (issuer, subject): ([UInt8], [UInt8])
    let (notBefore, notAfter): (Date, Date)
    /// The key in DER. §4.1.2.7
    let publicKeyInfo: [UInt8]
    /// The extensions below 2.5.29, by the last number of their object identifier. §4.2.1
    private let extensions: [UInt8: [UInt8]]

    init(_ bytes: some Sequence<UInt8>) throws(DER.Invalid) {
        var outer = DER.Reader(bytes)
        let parts = try outer.elements { (outer) throws(DER.Invalid) in
            let content = try outer.element(DER.Tag.sequence)
            let algorithm = try Self.algorithm(&outer)
            return (content, algorithm, Array(try outer.bitString()))
        }
        guard outer.isAtEnd else { throw DER.Invalid() }
        (signedPart, signatureAlgorithm, signature) = (Self.sequence(parts.0), parts.1, parts.2)
        var reader = DER.Reader(parts.0)
        if reader.isNext(DER.Tag.context(0)) { _ = try reader.element(DER.Tag.context(0)) }
        _ = try reader.element(DER.Tag.integer)
        guard try Self.algorithm(&reader) == signatureAlgorithm else { throw DER.Invalid() }
        issuer = Self.sequence(try reader.element(DER.Tag.sequence))
        (notBefore, notAfter) = try reader.elements { (times) throws(DER.Invalid) in
            (try Self.time(&times), try Self.time(&times))
        }
        subject = Self.sequence(try reader.element(DER.Tag.sequence))
        publicKeyInfo = Self.sequence(try reader.element(DER.Tag.sequence))
        // The unique identifiers of version 2, which authorities must not write. §4.1.2.8
        for tag in [DER.Tag.value(1), DER.Tag.value(2)] where reader.isNext(tag) { _ = try reader.element(tag) }
        extensions = reader.isAtEnd ? [:] : try Self.extensions(&reader)
        guard reader.isAtEnd else { throw DER.Invalid() }
    }

    private static func sequence(_ content: ArraySlice<UInt8>) -> [UInt8] { DER.sequence { $0.append(content) } }

    private static func algorithm(_ reader: inout DER.Reader) throws(DER.Invalid) -> [UInt8] {
        try reader.elements { (algorithm) throws(DER.Invalid) in
            let identifier = Array(try algorithm.element(DER.Tag.objectIdentifier))
            if !algorithm.isAtEnd { _ = try algorithm.element(algorithm.rest.first ?? 0) }
            return identifier
        }
    }

    /// §4.1.2.5: two-digit years are those from 1950 to 2049.
    private static func time(_ reader: inout DER.Reader) throws(DER.Invalid) -> Date {
        let isShort = reader.isNext(DER.Tag.utcTime)
        let text = try reader.element(isShort ? DER.Tag.utcTime : DER.Tag.generalizedTime)
        let digits = text.dropLast().map { Int($0) - 0x30 }
        guard text.last == UInt8(ascii: "Z"), digits.count == (isShort ? 12 : 14),
            digits.allSatisfy({ (0...9).contains($0) })
        else { throw DER.Invalid() }
        var pairs = stride(from: 0, to: digits.count, by: 2).map { (index: Int) -> Int in
            10 * digits[index] + digits[index + 1]
        }
        if isShort { pairs.insert(pairs[0] < 50 ? 20 : 19, at: 0) }
        var parts = tm()
        parts.tm_year = Int32(100 * pairs[0] + pairs[1] - 1900)
        (parts.tm_mon, parts.tm_mday) = (Int32(pairs[2] - 1), Int32(pairs[3]))
        (parts.tm_hour, parts.tm_min, parts.tm_sec) = (Int32(pairs[4]), Int32(pairs[5]), Int32(pairs[6]))
        let wanted = (parts.tm_mon, parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec)
        let seconds = timegm(&parts)
        // `timegm` normalizes a day that the month does not have.
        guard wanted == (parts.tm_mon, parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec) else {
            throw DER.Invalid()
        }
        return Date(timeIntervalSince1970: TimeInterval(seconds))
    }

    private static func extensions(_ reader: inout DER.Reader) throws(DER.Invalid) -> [UInt8: [UInt8]] {
        try reader.elements(DER.Tag.context(3)) { (list) throws(DER.Invalid) in
            try list.elements { (list) throws(DER.Invalid) in
                var found: [UInt8: [UInt8]] = [:]
                while !list.isAtEnd {
                    try list.elements { (item) throws(DER.Invalid) in
                        let identifier = try item.element(DER.Tag.objectIdentifier)
                        if item.isNext(DER.Tag.boolean) { _ = try item.element(DER.Tag.boolean) }
                        let value = Array(try item.element(DER.Tag.octetString))
                        guard identifier.count == 3, identifier.starts(with: [0x55, 0x1D]), let number = identifier.last
                        else { return }
                        guard found.updateValue(value, forKey: number) == nil else { throw DER.Invalid() }
                    }
                }
                return found
            }
        }
    }

    /// Accepts SHA-256 with RSASSA-PKCS1-v1_5, or with ECDSA on P-256. RFC 4055 §5, RFC 5758 §3.2
    func isSigned(by publicKeyInfo: [UInt8]) -> Bool {
        let digest = SHA256.hash(data: signedPart)
        switch try? SubjectPublicKeyInfo(der: publicKeyInfo) {
        case .rsa(let n, let e):
            guard signatureAlgorithm == CertificateDraft.Algorithm.sha256WithRSAEncryption.identifier,
                let key = try? RSA.PublicKey(n: n, e: e)
            else { return false }
            return key.isValidSignature(signature, for: digest, padding: .pkcs1v15)
        case .point(let point):
            guard signatureAlgorithm == CertificateDraft.Algorithm.ecdsaWithSHA256.identifier,
                let key = try? P256.Signing.PublicKey(x963Representation: point), let numbers = numbersOfSignature,
                let signature = try? P256.Signing.ECDSASignature(rawRepresentation: numbers)
            else { return false }
            return key.isValidSignature(signature, for: digest)
        case nil: return false
        }
    }

    /// The two numbers of a P-256 signature, of 32 bytes each. RFC 3279 §2.2.3
    private var numbersOfSignature: [UInt8]? {
        var reader = DER.Reader(signature)
        let numbers = try? reader.elements { (numbers) throws(DER.Invalid) in
            [try numbers.unsignedInteger(), try numbers.unsignedInteger()]
        }
        guard reader.isAtEnd, let numbers, numbers.allSatisfy({ $0.count <= 32 }) else { return nil }
        return numbers.flatMap { [UInt8](repeating: 0, count: 32 - $0.count) + $0 }
    }

    /// See §4.2.1.2.
    var keyIdentifier: [UInt8]? {
        extensions[0x0E].flatMap { value in
            var reader = DER.Reader(value)
            return try? Array(reader.element(DER.Tag.octetString))
        }
    }

    /// The names besides the subject, of the kinds of ``GeneralName``; `nil` without the extension. §4.2.1.6
    func alternativeNames() throws(DER.Invalid) -> [GeneralName]? {
        guard let value = extensions[0x11] else { return nil }
        var reader = DER.Reader(value)
        return try reader.elements { (names) throws(DER.Invalid) in
            var found: [GeneralName] = []
            while !names.isAtEnd { if let name = try GeneralName(reading: &names) { found.append(name) } }
            return found
        }
    }

    /// Throws if names are excluded, which the list cannot express; `nil` permits all. §4.2.1.10
    func permittedNames() throws(DER.Invalid) -> [GeneralName]? {
        guard let value = extensions[0x1E] else { return nil }
        var reader = DER.Reader(value)
        return try reader.elements { (limits) throws(DER.Invalid) in
            try limits.elements(DER.Tag.context(0)) { (subtrees) throws(DER.Invalid) in
                var found: [GeneralName] = []
                while !subtrees.isAtEnd {
                    try subtrees.elements { (subtree) throws(DER.Invalid) in
                        if let name = try GeneralName(reading: &subtree) { found.append(name) }
                    }
                }
                return found
            }
        }
    }
}

extension GeneralName {
    /// Returns `nil` for another kind, and throws for text that is not ASCII.
    fileprivate init?(reading reader: inout DER.Reader) throws(DER.Invalid) {
        guard let tag = reader.rest.first else { throw DER.Invalid() }
        let content = try reader.element(tag)
        if tag == DER.Tag.value(7) {
            self = .ipAddress(Array(content))
            return
        }
        let kind: (String) -> GeneralName
        switch tag {
        case DER.Tag.value(1): kind = GeneralName.rfc822Name
        case DER.Tag.value(2): kind = GeneralName.dnsName
        case DER.Tag.value(6): kind = GeneralName.uniformResourceIdentifier
        default: return nil
        }
        guard content.allSatisfy({ $0 < 0x80 }) else { throw DER.Invalid() }
        self = kind(String(decoding: content, as: UTF8.self))
    }
}
