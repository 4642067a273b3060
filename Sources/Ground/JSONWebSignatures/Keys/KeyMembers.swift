// SPDX-License-Identifier: Apache-2.0

/// Reads members of a JSON Web Key by name and form, and ignores the others, as RFC 7517 §4 requires.
struct KeyMembers {
    let object: [String: JSONValue]

    func text(_ name: String) throws(JOSEError) -> String {
        guard let text = try optionalText(name) else { throw JOSEError(.keyMemberInvalid, member: name) }
        return text
    }

    /// A `null` counts as missing: some libraries write it for a member without a value.
    func optionalText(_ name: String) throws(JOSEError) -> String? {
        guard let value = object[name], value != .null else { return nil }
        guard let text = value.string else { throw JOSEError(.keyMemberInvalid, member: name) }
        return text
    }

    func optionalTexts(_ name: String) throws(JOSEError) -> [String]? {
        guard let value = object[name], value != .null else { return nil }
        guard let texts = value.array?.compactMap(\.string), texts.count == value.array?.count else {
            throw JOSEError(.keyMemberInvalid, member: name)
        }
        return texts
    }

    /// Bytes of a fixed length, with leading zeros. RFC 7518 §6.2.1.2, RFC 8037 §2
    func bytes(_ name: String, count: Int) throws(JOSEError) -> [UInt8] {
        let bytes = try bytes(name)
        guard bytes.count == count else { throw JOSEError(.keyMemberInvalid, member: name) }
        return bytes
    }

    func point(on curve: EllipticCurve) throws(JOSEError) -> [UInt8] {
        let x = try bytes("x", count: curve.coordinateByteCount)
        return curve == .ed25519 ? x : x + (try bytes("y", count: curve.coordinateByteCount))
    }

    /// A positive integer, big-endian, without leading zeros. RFC 7518 §2
    func integer(_ name: String) throws(JOSEError) -> [UInt8] {
        let bytes = try bytes(name)
        guard let first = bytes.first, first != 0 else { throw JOSEError(.keyMemberInvalid, member: name) }
        return bytes
    }

    private func bytes(_ name: String) throws(JOSEError) -> [UInt8] {
        let text = try text(name)
        do throws(JOSEError) {
            return try Base64URL.decode(text)
        } catch {
            throw JOSEError(.keyMemberInvalid, member: name)
        }
    }
}

extension KeyMembers {
    func keyType() throws(JOSEError) -> KeyType {
        guard let keyType = KeyType(rawValue: try text("kty")) else { throw JOSEError(.keyTypeUnsupported) }
        return keyType
    }

    func curve(of keyType: KeyType) throws(JOSEError) -> EllipticCurve {
        guard let curve = EllipticCurve(rawValue: try text("crv")), curve.keyType == keyType else {
            throw JOSEError(.keyCurveUnsupported)
        }
        return curve
    }

    func algorithm() throws(JOSEError) -> SignatureAlgorithm? {
        guard let name = try optionalText("alg"), !name.isEmpty else { return nil }
        guard let algorithm = SignatureAlgorithm(rawValue: name) else { throw JOSEError(.keyAlgorithmUnsupported) }
        return algorithm
    }
}
