// SPDX-License-Identifier: Apache-2.0
import JSONWebSignatures
import PortableFoundation
import TenantControl
import TenantDirectory

extension TokenDefect {
    /// The token with this defect.
    ///
    /// - Parameters:
    ///   - token: A good token.
    ///   - key: The key that signed the token, and signs it again.
    ///   - now: The time.
    /// - Returns: The spoiled token.
    /// - Throws: `JOSEError` if the token is not one of the tenant's.
    func spoiling(_ token: String, key: JSONWebPrivateKey, now: Date) throws -> String {
        var draft = try DraftToken(token, key: key)
        switch kind {
        case .notAToken: return "not-a-token"
        case .missingSignature: return token.split(separator: ".").prefix(2).joined(separator: ".")
        case .truncatedSignature: return try truncated(token)
        case .paddedBase64: return token + "=="
        case .tamperedPayload: return try tampered(token, draft)
        case .duplicateClaim: return try draft.signed(claimsText: duplicated(draft.claims))
        case .wrongKey, .unknownKey, .algNone, .algHS256, .criticalHeader, .header:
            try spoilSignature(of: &draft, key: key)
        default: spoilClaims(of: &draft, now: now.seconds)
        }
        return try draft.signed()
    }

    /// The claims of another person under the original signature.
    private func tampered(_ token: String, _ draft: DraftToken) throws -> String {
        var parts = token.split(separator: ".").map(String.init)
        var claims = draft.claims
        claims["sub"] = .string("somebody else")
        parts[1] = Base64URL.encode(JSONValue.object(claims).text.utf8)
        return parts.joined(separator: ".")
    }

    /// A token with a signature that is shorter than its key demands, but decodes.
    private func truncated(_ token: String) throws -> String {
        var parts = token.split(separator: ".").map(String.init)
        parts[2] = Base64URL.encode(try Base64URL.decode(parts[2]).dropLast(16))
        return parts.joined(separator: ".")
    }

    private func duplicated(_ claims: [String: JSONValue]) -> String {
        let text = JSONValue.object(claims).text
        return #"{"sub":"somebody else","# + text.dropFirst()
    }

    private func spoilSignature(of draft: inout DraftToken, key: JSONWebPrivateKey) throws {
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
        case .criticalHeader:
            draft.header["crit"] = .array([.string("exp")])
        default: draft.header[name ?? ""] = value
        }
    }

    private func spoilClaims(of draft: inout DraftToken, now: Int) {
        func time(_ difference: Int) -> JSONValue { .number(String(now + difference)) }
        switch kind {
        case .expired:
            draft.claims["iat"] = time(-7200)
            draft.claims["nbf"] = time(-7200)
            draft.claims["exp"] = time(-3600)
        case .notYetValid: draft.claims["nbf"] = time(3600)
        case .issuedInFuture: draft.claims["iat"] = time(3600)
        case .wrongTenant: draft.moveToOtherDirectory()
        case .audienceArray:
            draft.claims["aud"] = .array([draft.claims["aud"] ?? .null, .string(Self.otherClient)])
            draft.claims["azp"] = nil
        case .oversized: draft.claims["padding"] = .string(String(repeating: "x", count: 20_000))
        case .missingScope:
            for name in ["scp", "roles", "scope"] { draft.claims[name] = nil }
        case .changedSubject:
            draft.claims["sub"] = .string("somebody else")
            if draft.claims["oid"] != nil { draft.claims["oid"] = .string(Self.otherClient) }
        case .claim: draft.claims[name ?? ""] = value
        default:
            guard let (claim, text) = replacement else { return }
            draft.claims[claim] = text.map(JSONValue.string)
        }
    }

    /// The claim to replace, or to remove.
    private var replacement: (claim: String, text: String?)? {
        switch kind {
        case .missingExpiry: ("exp", nil)
        case .missingIssuedAt: ("iat", nil)
        case .missingSubject: ("sub", nil)
        case .missingNonce: ("nonce", nil)
        case .wrongIssuer: ("iss", "https://another-provider.example/v2.0")
        case .wrongUserFlow: ("tfp", "B2C_1_another")
        case .wrongAudience: ("aud", Self.otherClient)
        case .wrongAuthorizedParty: ("azp", Self.otherClient)
        case .wrongNonce: ("nonce", "the nonce of another request")
        case .wrongAtHash: ("at_hash", "AAAAAAAAAAAAAAAAAAAAAA")
        case .wrongCHash: ("c_hash", "AAAAAAAAAAAAAAAAAAAAAA")
        default: nil
        }
    }

    /// The id of a client, or of a person, that no tenant has.
    static let otherClient = "99999999-9999-4999-8999-999999999999"
}

extension DraftToken {
    /// Puts another directory into `tid` and `iss`, so that both agree.
    fileprivate mutating func moveToOtherDirectory() {
        let other = "88888888-8888-4888-8888-888888888888"
        let issuer = claims["iss"]?.string ?? ""
        let directory = issuer.firstMatch(of: #/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/#)
        claims["iss"] = .string(directory.map { issuer.replacing($0.0, with: other) } ?? issuer)
        if claims["tid"] != nil { claims["tid"] = .string(other) }
    }
}
