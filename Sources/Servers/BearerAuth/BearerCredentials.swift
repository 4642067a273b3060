// SPDX-License-Identifier: Apache-2.0
package import HTTPMessages
package import OAuthMessages

/// The token of a request's `Authorization` field. RFC 6750 §2.1, RFC 9449 §7.1, RFC 9110 §11.4
package enum BearerCredentials: Sendable {
    case absent
    case malformed
    case token(Redacted<String>)
    /// An unverified token with the scheme DPoP, which needs a proof. RFC 9449 §7.1
    case provenToken(Redacted<String>)

    package init(_ fields: HTTPFields, takingProofs: Bool = true) {
        let values = fields[values: .authorization]
        guard let value = values.first else {
            self = .absent
            return
        }
        var text = value
        guard values.count == 1 else {
            self = .malformed
            return
        }
        if let token = text.withUTF8({ Self.token(in: $0, after: "bearer".utf8) }) {
            self = .token(Redacted(token))
        } else if takingProofs, let token = text.withUTF8({ Self.token(in: $0, after: "dpop".utf8) }) {
            self = .provenToken(Redacted(token))
        } else {
            self = Self.isOfOtherScheme(value, takingProofs) ? .absent : .malformed
        }
    }

    /// Whether credentials have another scheme; without a space, they may be a token without its scheme. RFC 9110 §11.4
    private static func isOfOtherScheme(_ value: String, _ takingProofs: Bool) -> Bool {
        let scheme = value.prefix { $0 != " " }.lowercased()
        if scheme == "dpop" { return !takingProofs }
        return value.contains(" ") && !["", "bearer"].contains(scheme) && scheme.utf8.allSatisfy(HTTPToken.isToken)
    }

    /// The token after the scheme and any number of spaces; field values have no surrounding space.
    private static func token(in value: UnsafeBufferPointer<UInt8>, after scheme: String.UTF8View) -> String? {
        let space = UInt8(ascii: " ")
        let rest = value.dropFirst(scheme.count)
        guard value.prefix(scheme.count).lazy.map({ $0 | 0x20 }).elementsEqual(scheme), rest.first == space else {
            return nil
        }
        let token = rest.drop { $0 == space }
        // Without a branch per byte, this takes half the time.
        let isToken = token.reduce(1) { $0 & isTokenByte($1) }
        return isToken == 1 ? String(decoding: token, as: UTF8.self) : nil
    }

    /// 1 for a byte of `b64token`, otherwise 0. RFC 6750 §2.1
    private static func isTokenByte(_ byte: UInt8) -> UInt8 {
        let isLetter: UInt8 = (byte | 0x20) &- UInt8(ascii: "a") < 26 ? 1 : 0
        // Hyphen, full stop, slash and the digits are consecutive.
        let isDigit: UInt8 = byte &- UInt8(ascii: "-") <= UInt8(ascii: "9") - UInt8(ascii: "-") ? 1 : 0
        let isUnderscore: UInt8 = byte == UInt8(ascii: "_") ? 1 : 0
        let isTilde: UInt8 = byte == UInt8(ascii: "~") ? 1 : 0
        let isPlus: UInt8 = byte == UInt8(ascii: "+") ? 1 : 0
        let isEqualsSign: UInt8 = byte == UInt8(ascii: "=") ? 1 : 0
        return isLetter | isDigit | isUnderscore | isTilde | isPlus | isEqualsSign
    }
}
