// SPDX-License-Identifier: Apache-2.0
import JSONWebSignatures
import PortableFoundation
import SystemCryptography
import TenantControl
import TenantDirectory

extension TokenDefect {
    /// `key` signed the token, and signs it again.
    func spoiling(_ token: String, key: JSONWebPrivateKey, now: Date) throws -> String {
        var draft = try DraftToken(token, key: key)
        switch kind {
        case .notAToken: return "not-a-token"
        case .missingSignature: return token.split(separator: ".").prefix(2).joined(separator: ".")
        case .truncatedSignature:
            // Shorter than its key demands, but decodable.
            return try replacing(2, of: token) { Base64URL.encode(try Base64URL.decode($0).dropLast(16)) }
        case .paddedBase64: return token + "=="
        case .tamperedPayload:
            // The original signature stays.
            draft.claims["sub"] = .string("somebody else")
            return replacing(1, of: token) { _ in Base64URL.encode(JSONValue.object(draft.claims).text.utf8) }
        case .duplicateClaim:
            let text = JSONValue.object(draft.claims).text
            return try draft.signed(claimsText: #"{"sub":"somebody else","# + text.dropFirst())
        default: try spoil(&draft, key: key, now: now.seconds)
        }
        return try draft.signed()
    }

    private func replacing(_ index: Int, of token: String, with part: (String) throws -> String) rethrows -> String {
        var parts = token.split(separator: ".").map(String.init)
        parts[index] = try part(parts[index])
        return parts.joined(separator: ".")
    }

    private func spoil(_ draft: inout DraftToken, key: JSONWebPrivateKey, now: Int) throws {
        func time(_ difference: Int) -> JSONValue { .number(String(now + difference)) }
        let otherClient = JSONValue.string(Self.otherClient)
        switch kind {
        case .wrongKey: draft.signer = .stray(try DevelopmentKeys.all.get().stray)
        case .unknownKey:
            let stray = try DevelopmentKeys.all.get().stray
            draft.signer = .stray(stray)
            draft.header["kid"] = .string(stray.publicKey.thumbprint)
        case .algNone:
            draft.signer = .nobody
            draft.header["alg"] = .string("none")
        case .algHS256:
            draft.signer = .secret(Data((key.publicKey.pem ?? "").utf8))
            draft.header["alg"] = .string("HS256")
        case .criticalHeader: draft.header["crit"] = .array([.string("exp")])
        case .header: draft.header[name ?? ""] = value
        case .expired:
            for (claim, difference) in [("iat", -7200), ("nbf", -7200), ("exp", -3600)] {
                draft.claims[claim] = time(difference)
            }
        case .notYetValid: draft.claims["nbf"] = time(3600)
        case .issuedInFuture: draft.claims["iat"] = time(3600)
        case .wrongTenant: draft.moveToOtherDirectory()
        case .audienceArray:
            draft.claims["aud"] = .array([draft.claims["aud"] ?? .null, otherClient])
            draft.claims["azp"] = nil
        case .oversized: draft.claims["padding"] = .string(String(repeating: "x", count: 20_000))
        case .missingScope: for name in ["scp", "roles", "scope"] { draft.claims[name] = nil }
        case .changedSubject:
            draft.claims["sub"] = .string("somebody else")
            if draft.claims["oid"] != nil { draft.claims["oid"] = otherClient }
        case .claim: draft.claims[name ?? ""] = value
        case .missingExpiry: draft.claims["exp"] = nil
        case .missingIssuedAt: draft.claims["iat"] = nil
        case .missingSubject: draft.claims["sub"] = nil
        case .missingNonce: draft.claims["nonce"] = nil
        case .wrongIssuer: draft.claims["iss"] = .string("https://another-provider.example/v2.0")
        case .wrongUserFlow: draft.claims["tfp"] = .string("B2C_1_another")
        case .wrongAudience: draft.claims["aud"] = otherClient
        case .wrongAuthorizedParty: draft.claims["azp"] = otherClient
        case .wrongNonce: draft.claims["nonce"] = .string("the nonce of another request")
        case .wrongAtHash: draft.claims["at_hash"] = .string("AAAAAAAAAAAAAAAAAAAAAA")
        case .wrongCHash: draft.claims["c_hash"] = .string("AAAAAAAAAAAAAAAAAAAAAA")
        default: break
        }
    }

    /// No tenant has a client or person with this ID.
    static let otherClient = "99999999-9999-4999-8999-999999999999"
}

/// A decoded token that a test changes and signs again; the tenant decodes only tokens that it just signed.
struct DraftToken: Sendable {
    enum Signer: Sendable {
        case key(JSONWebPrivateKey)
        /// An RSA key that no tenant publishes.
        case stray(JSONWebPrivateKey)
        /// A shared secret. RFC 7518 §3.2
        case secret(Data)
        case nobody
    }

    var header: [String: JSONValue]
    var claims: [String: JSONValue]
    var signer: Signer
    /// Of the token's own key; a stray key signs with RS256.
    private let algorithm: SignatureAlgorithm

    init(_ token: String, key: JSONWebPrivateKey) throws {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3 else { throw JOSEError(.tokenMalformed) }
        header = try StrictJSON.object(in: try Base64URL.decode(parts[0]))
        claims = try StrictJSON.object(in: try Base64URL.decode(parts[1]))
        signer = .key(key)
        algorithm = header["alg"]?.string.flatMap(SignatureAlgorithm.init) ?? .rs256
    }

    fileprivate mutating func moveToOtherDirectory() {
        let other = "88888888-8888-4888-8888-888888888888"
        let issuer = claims["iss"]?.string ?? ""
        let directory = issuer.firstMatch(of: #/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/#)
        claims["iss"] = .string(directory.map { issuer.replacing($0.0, with: other) } ?? issuer)
        if claims["tid"] != nil { claims["tid"] = .string(other) }
    }

    func signed() throws -> String { try signed(claimsText: JSONValue.object(claims).text) }

    func signed(claimsText: String) throws -> String {
        let input = Base64URL.encode(JSONValue.object(header).text.utf8) + "." + Base64URL.encode(claimsText.utf8)
        return "\(input).\(Base64URL.encode(try signature(over: Data(input.utf8))))"
    }

    private func signature(over input: Data) throws -> Data {
        switch signer {
        case .key(let key): try key.signature(over: input, by: algorithm)
        case .stray(let key): try key.signature(over: input, by: .rs256)
        case .secret(let secret):
            Data(HMAC<SHA256>.authenticationCode(for: input, using: SymmetricKey(data: secret)))
        case .nobody: Data()
        }
    }
}

extension JSONWebKey {
    /// `nil` for keys other than RSA.
    var pem: String? {
        guard let members = try? StrictJSON.object(in: jsonData), let modulus = members["n"]?.string,
            let exponent = members["e"]?.string,
            let key = try? RSA.PublicKey(n: Base64URL.decode(modulus), e: Base64URL.decode(exponent))
        else { return nil }
        return PEMBlock(label: "PUBLIC KEY", content: key.subjectPublicKeyInfo).text
    }
}
