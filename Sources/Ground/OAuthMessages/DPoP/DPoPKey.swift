// SPDX-License-Identifier: Apache-2.0
import JSONWebSignatures
package import PortableFoundation
import SystemCryptography

/// A client's key on P-256, to which a provider binds tokens; each request shows a proof of it.
///
/// The header of every proof is the same, so it is encoded once. Descriptions and mirrors show nothing of the key.
/// RFC 9449 §4.2
package struct DPoPKey: Sendable {
    /// The thumbprint of the public key, which binds a code (`dpop_jkt`) and a token (`jkt`). RFC 7638
    package let thumbprint: String
    private let key: P256.Signing.PrivateKey
    /// The encoded header, with the dot after it.
    private let header: [UInt8]

    package init() { self.init(P256.Signing.PrivateKey()) }

    /// `nil` unless the stored bytes are the private number of a key on P-256.
    package init?(rawRepresentation: some ContiguousBytes) {
        guard let key = try? P256.Signing.PrivateKey(rawRepresentation: rawRepresentation) else { return nil }
        self.init(key)
    }

    private init(_ key: P256.Signing.PrivateKey) {
        self.key = key
        let point = key.publicKey.rawRepresentation
        let (x, y) = (point.prefix(32).unpaddedBase64URL, point.suffix(32).unpaddedBase64URL)
        // The members in the order in which RFC 7638 §3 hashes them.
        let jwk = #"{"crv":"P-256","kty":"EC","x":"\#(x)","y":"\#(y)"}"#
        thumbprint = SHA256.hash(data: Data(jwk.utf8)).unpaddedBase64URL
        header = Array((#"{"alg":"ES256","jwk":\#(jwk),"typ":"dpop+jwt"}"#.utf8.unpaddedBase64URL + ".").utf8)
    }

    package static let algorithm = "ES256"

    /// Signs a proof of possession for one request.
    ///
    /// The address (`htu`) has neither query nor fragment, the time (`iat`) is that of the server's clock, no other
    /// proof has the identifier (`jti`), and the access token (`ath`) is that of the same request.
    package func proof(
        method: String, address: String, issuedAt: Date, identifier: String, nonce: String? = nil,
        accessToken: Redacted<String>? = nil
    ) throws -> String {
        // Written by hand: an encoder would take longer than the signature.
        var claims: [UInt8] = []
        claims.reserveCapacity(320 + address.utf8.count)
        claims.append(UInt8(ascii: "{"))
        if let accessToken { claims.append("ath", Self.hash(of: accessToken)) }
        claims.append("htm", method)
        claims.append("htu", address)
        JSONValue.write(name: "iat", to: &claims)
        claims += String(Int(issuedAt.timeIntervalSince1970)).utf8
        claims.append(UInt8(ascii: ","))
        if let nonce { claims.append("nonce", nonce) }
        claims.append("jti", identifier)
        claims[claims.endIndex - 1] = UInt8(ascii: "}")
        var proof = header
        proof.reserveCapacity(header.count + 512)
        Base64URL.append(claims, to: &proof)
        let signature = try key.signature(for: SHA256.hash(data: proof)).rawRepresentation
        proof.append(UInt8(ascii: "."))
        Base64URL.append(Array(signature), to: &proof)
        return String(decoding: proof, as: UTF8.self)
    }

    /// The value of `ath` for an access token. §4.2
    static func hash(of accessToken: Redacted<String>) -> String {
        var accessToken = accessToken.revealed
        return accessToken.withUTF8 { SHA256.hash(data: UnsafeRawBufferPointer($0)) }.unpaddedBase64URL
    }
}

extension DPoPKey: Hashable {
    package static func == (one: DPoPKey, other: DPoPKey) -> Bool { one.thumbprint == other.thumbprint }

    package func hash(into hasher: inout Hasher) { hasher.combine(thumbprint) }
}

extension DPoPKey: Codable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let key = DPoPKey(rawRepresentation: try container.decode(Data.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "no private key on P-256")
        }
        self = key
    }

    /// Writes the private key: encode it only to storage that protects it.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(key.rawRepresentation)
    }
}

extension DPoPKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "redacted" }
    package var debugDescription: String { "redacted" }
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension [UInt8] {
    fileprivate mutating func append(_ name: String, _ value: String) {
        JSONValue.write(name: name, to: &self)
        // No request line and no header field can carry a control character.
        let isPlain = value.utf8.allSatisfy { $0 >= 0x20 }
        JSONValue.write(isPlain ? value : String(value.unicodeScalars.filter { $0.value >= 0x20 }), to: &self)
        append(UInt8(ascii: ","))
    }
}
