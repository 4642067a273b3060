// SPDX-License-Identifier: Apache-2.0
package import HTTPTypes
package import OAuth

/// The token of a request's `Authorization` field.
///
/// RFC 6750 §2.1, RFC 9110 §11.4
package enum BearerCredentials: Sendable {
    /// The request has no `Authorization` field.
    case absent
    /// The request has another value than one bearer token.
    case malformed
    /// A token, not yet judged.
    case token(Redacted<String>)

    /// Reads the fields of a request.
    package init(_ fields: HTTPFields) {
        let values = fields[values: .authorization]
        guard let value = values.first else {
            self = .absent
            return
        }
        let parts = value.split(separator: " ", omittingEmptySubsequences: true)
        guard values.count == 1, parts.count == 2, parts[0].lowercased() == "bearer", Self.isToken(parts[1])
        else {
            self = .malformed
            return
        }
        self = .token(Redacted(String(parts[1])))
    }

    /// `b64token` of RFC 6750 §2.1.
    private static func isToken(_ text: Substring) -> Bool {
        text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            default: "-._~+/=".utf8.contains(byte)
            }
        }
    }
}
