// SPDX-License-Identifier: Apache-2.0
package import HTTPMessages
package import JSONWebSignatures
import SystemCryptography

/// A proof of possession, read by the specification alone, without the client's code. RFC 9449 §4.3
package struct SentProof: Sendable {
    package let header: [String: JSONValue]
    package let claims: [String: JSONValue]
    package let thumbprint: String

    /// `nil` unless its own key has signed it.
    package init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let header = try? StrictJSON.object(in: Base64URL.decode(parts[0])),
            header["typ"]?.string == "dpop+jwt", let jwk = header["jwk"]?.object,
            JSONWebKey.secretMembers.isDisjoint(with: jwk.keys),
            let key = try? JSONWebKey(jsonData: JSONValue.object(jwk).text.utf8),
            let verified = try? UnverifiedJWS(text, accepting: [.es256]).verified(with: key),
            let claims = try? StrictJSON.object(in: verified.payload)
        else { return nil }
        (self.header, self.claims, thumbprint) = (header, claims, key.thumbprint)
    }

    /// The request's only proof; `nil` unless it fits the request and its token.
    package init?(in request: HTTPRequest) {
        guard let name = HTTPField.Name("DPoP"), request.headerFields[values: name].count == 1,
            let text = request.headerFields[name], let proof = SentProof(text),
            proof["htm"] == request.method.rawValue, proof["htu"] == Self.address(of: request),
            proof["ath"] == Self.token(in: request).map(Self.hash)
        else { return nil }
        self = proof
    }

    package subscript(claim: String) -> String? { claims[claim]?.string }

    /// The time that the client states.
    package var issuedAt: Date? { claims["iat"]?.double.map(Date.init(timeIntervalSince1970:)) }

    /// The value of `ath` for an access token.
    package static func hash(of token: String) -> String {
        Base64URL.encode(Array(SHA256.hash(data: Data(token.utf8))))
    }

    private static func address(of request: HTTPRequest) -> String {
        let path = (request.path ?? "").split(separator: "?", omittingEmptySubsequences: false).first ?? ""
        return "\(request.scheme ?? "")://\(request.authority ?? "")\(path)"
    }

    private static func token(in request: HTTPRequest) -> String? {
        guard let field = request.headerFields[.authorization], field.hasPrefix("DPoP ") else { return nil }
        return String(field.dropFirst("DPoP ".count))
    }
}
