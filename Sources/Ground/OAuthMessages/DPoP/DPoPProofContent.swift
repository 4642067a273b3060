// SPDX-License-Identifier: Apache-2.0
import JSONWebSignatures
package import PortableFoundation

/// The claims of one proof of possession: the request that it belongs to, and its freshness.
///
/// RFC 9449 §4.2
package struct DPoPProofContent: Sendable {
    private let method: String
    private let address: String
    private let issuedAt: Date
    private let identifier: String
    private let nonce: String?
    private let accessToken: Redacted<String>?

    /// Describes a proof.
    package init(
        method: String, address: String, issuedAt: Date, identifier: String, nonce: String? = nil,
        accessToken: Redacted<String>? = nil
    ) {
        self.method = method
        self.address = address
        self.issuedAt = issuedAt
        self.identifier = identifier
        self.nonce = nonce
        self.accessToken = accessToken
    }

    /// The claims as JSON, written by hand: an encoder would take longer than the signature.
    var json: [UInt8] {
        var json: [UInt8] = []
        json.reserveCapacity(320 + address.utf8.count)
        json.append(UInt8(ascii: "{"))
        if let accessToken {
            json += #""ath":""#.utf8
            json += DPoPKey.hash(of: accessToken)
            json += #"","#.utf8
        }
        json.append("htm", method)
        json.append("htu", address)
        json += #""iat":"#.utf8
        json += String(Int(issuedAt.timeIntervalSince1970)).utf8
        json.append(UInt8(ascii: ","))
        if let nonce { json.append("nonce", nonce) }
        json.append("jti", identifier)
        json[json.endIndex - 1] = UInt8(ascii: "}")
        return json
    }
}

extension [UInt8] {
    /// Appends a member with a text as its value, and a comma.
    fileprivate mutating func append(_ name: String, _ value: String) {
        JSONValue.write(name: name, to: &self)
        // No request line and no header field can carry a control character.
        let isPlain = value.utf8.allSatisfy { $0 >= 0x20 }
        JSONValue.write(isPlain ? value : String(value.unicodeScalars.filter { $0.value >= 0x20 }), to: &self)
        append(UInt8(ascii: ","))
    }
}
