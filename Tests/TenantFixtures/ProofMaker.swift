// SPDX-License-Identifier: Apache-2.0
import DPoP

@testable import LocalTenant
@testable import TenantDirectory
@testable import TenantStandard

/// A client's key with which it makes proofs of possession. RFC 9449 §4.2
struct ProofMaker: Sendable {
    let key: JSONWebPrivateKey
    let algorithm: SignatureAlgorithm
    let site: Site

    init(_ site: Site, on curve: EllipticCurve = .p256) throws {
        self.site = site
        key = try JSONWebPrivateKey.generate(on: curve)
        algorithm = curve == .p256 ? .es256 : .edDSA
    }

    /// Makes proofs with a key that is there already, on P-256.
    init(_ site: Site, key: JSONWebPrivateKey) { (self.site, self.key, algorithm) = (site, key, .es256) }

    var thumbprint: String { key.publicKey.thumbprint }

    func claims(
        _ method: String = "POST", at path: String, nonce: String? = nil, accessToken: String? = nil
    ) -> [String: JSONValue] {
        var claims: [String: JSONValue] = [
            "jti": .string(UUID().uuidString), "htm": .string(method), "htu": .string("http://127.0.0.1:4400\(path)"),
            "iat": .integer(site.clock.now.seconds),
        ]
        claims["nonce"] = nonce.map(JSONValue.string)
        claims["ath"] = accessToken.map { .string(DPoPProof.hash(of: $0)) }
        return claims
    }

    /// Signs a proof; a test may spoil the header.
    func sign(
        _ claims: [String: JSONValue], spoiling spoil: (inout [String: JSONValue]) -> Void = { _ in }
    ) throws -> String {
        var jwk = try StrictJSON.object(in: key.publicKey.jsonData)
        jwk["use"] = nil
        var header: [String: JSONValue] = [
            "typ": .string("dpop+jwt"), "alg": .string(algorithm.rawValue), "jwk": .object(jwk),
        ]
        spoil(&header)
        let input = [header, claims].map { Base64URL.encode(JSONValue.object($0).text.utf8) }.joined(separator: ".")
        return input + "." + Base64URL.encode(try key.signature(over: Data(input.utf8), by: algorithm))
    }

    func field(
        _ method: String = "POST", at path: String, nonce: String? = nil, accessToken: String? = nil
    ) throws -> HTTPFields {
        try Self.field(try sign(claims(method, at: path, nonce: nonce, accessToken: accessToken)))
    }

    static func field(_ proof: String) throws -> HTTPFields {
        var fields = HTTPFields()
        fields.set("DPoP", to: proof)
        return fields
    }
}

/// The private key of the sample service, which every tenant has; the documentation names it.
enum SampleServiceKey {
    static let json = """
        {"kty":"EC","crv":"P-256","kid":"sample-service-key","d":"6x0UhZncQRtVx4cjXUHioFYk_LeFTFxAcnhk9Xodyus",\
        "x":"VI4w9WqqdwOVX5wn4dO3Qn8I3GKo0SUQgXAJQrknxcw","y":"ZuwAsClmBX9-hIvJllVOy3G5xXgY1pnWbUVu_w-LH9k"}
        """

    static func claims(_ site: Site) -> [String: JSONValue] {
        [
            "iss": .string(StandardSampleClient.serviceID), "sub": .string(StandardSampleClient.serviceID),
            "aud": .string("http://127.0.0.1:4400/op"), "jti": .string(UUID().uuidString),
            "exp": .integer(site.clock.now.seconds + 60), "iat": .integer(site.clock.now.seconds),
        ]
    }

    static func sign(_ claims: [String: JSONValue], with json: String = json) throws -> String {
        try CompactJWS.sign(
            JSONValue.object(claims).text.utf8,
            header: JWSHeader(algorithm: .es256, keyIdentifier: "sample-service-key", type: "JWT"),
            with: try JSONWebPrivateKey(jsonData: json.utf8))
    }
}
