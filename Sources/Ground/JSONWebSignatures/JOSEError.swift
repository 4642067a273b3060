// SPDX-License-Identifier: Apache-2.0

/// A refused key, token, or piece of JSON; its texts never hold a part of it, only names from a specification.
package struct JOSEError: Error, Hashable, Sendable, CustomStringConvertible {
    package let code: Code

    package let member: String?

    package var message: String { code.message(member.map { "\"\($0)\"" } ?? "a member") }

    package var description: String { "\(code.rawValue): \(message)" }

    /// `member` is a name from a specification, never one from the input.
    package init(_ code: Code, member: String? = nil) {
        self.code = code
        self.member = member
    }
}

extension JOSEError {
    /// One code for each check; the set is small and fixed, so that a code can label a metric.
    package enum Code: String, CaseIterable, Hashable, Sendable {
        case base64URLInvalid

        case jsonInvalid
        case jsonDuplicateMember
        case jsonTooDeep

        case tokenTooLarge
        case tokenMalformed
        case headerMemberInvalid
        case criticalHeaderUnsupported
        case unencodedPayloadUnsupported
        case algorithmUnknown
        case algorithmNotAccepted

        case keyTypeMismatch
        case keyCurveMismatch
        case keyAlgorithmMismatch
        case keyUseMismatch
        case keyOperationMismatch
        case signatureLengthInvalid
        case signatureInvalid

        case keyMemberInvalid
        case keyTypeUnsupported
        case keyCurveUnsupported
        case keyAlgorithmUnsupported
        case rsaModulusTooSmall
        case rsaModulusTooLarge
        case rsaModulusInvalid
        case rsaModulusWeak
        case rsaExponentInvalid
        case rsaSizeUnsupported
        case pointNotOnCurve
        case privateKeyMismatch

        case keySetTooLarge
        case keySetMalformed
        case keySetTooManyKeys
    }
}

extension JOSEError.Code {
    func message(_ member: String) -> String {
        switch self {
        case .base64URLInvalid: "The text is not base64url; use no padding, whitespace, \"+\", or \"/\"."
        case .jsonInvalid: "The text is not one valid JSON object in UTF-8; send exactly one."
        case .jsonDuplicateMember:
            "A JSON object has two members of the same name, so readers may disagree; send each name once."
        case .jsonTooDeep: "The JSON is nested too deeply; use fewer levels."
        case .tokenTooLarge: "The token exceeds the length limit; ask the issuer for fewer claims, or raise the limit."
        case .tokenMalformed: "The token is not a compact JWS of three parts; pass only the complete signed token."
        case .headerMemberInvalid: "The header needs \(member) to be a string; ask the issuer for a standard header."
        case .criticalHeaderUnsupported:
            "The header has \"crit\", and no extensions are supported; request a token without it."
        case .unencodedPayloadUnsupported:
            "The header has \"b64\", which RFC 7797 forbids in tokens; request a token without it."
        case .algorithmUnknown:
            "The header's \"alg\" is not a supported signature algorithm; use RS256, PS256, ES256, or EdDSA."
        case .algorithmNotAccepted:
            "The header's \"alg\" is not among the accepted algorithms; accept it or change the issuer."
        case .keyTypeMismatch: "The algorithm is for another type of key; choose a key with a matching \"kty\"."
        case .keyCurveMismatch: "The algorithm is for another curve; choose a key with a matching \"crv\"."
        case .keyAlgorithmMismatch: "The key's \"alg\" restricts it to another algorithm; choose a key for this one."
        case .keyUseMismatch: "The key's \"use\" is not \"sig\"; choose a key for signatures."
        case .keyOperationMismatch: "The key's \"key_ops\" do not include this operation; choose a key for signatures."
        case .signatureLengthInvalid:
            "The signature's length does not match the key and the algorithm; pass the token unchanged."
        case .signatureInvalid:
            "The signature does not match the token and the key; it was changed, or signed with another key."
        case .keyMemberInvalid: "The key needs \(member) in the form of RFC 7517 and RFC 7518; export the key again."
        case .keyTypeUnsupported: "The key's \"kty\" is not supported; use RSA, EC, or OKP."
        case .keyCurveUnsupported:
            "The key's \"crv\" is not supported; use P-256, P-384, or P-521 with EC, or Ed25519 with OKP."
        case .keyAlgorithmUnsupported:
            "The key's \"alg\" is not a supported signature algorithm; remove it, or use a matching one."
        case .rsaModulusTooSmall: "The RSA key is too weak; use 2048 bits or more."
        case .rsaModulusTooLarge: "The RSA key is long enough for a denial of service; use 8192 bits or fewer."
        case .rsaModulusInvalid:
            "The RSA modulus is even, so it is not the product of two large primes; export the key again."
        case .rsaModulusWeak:
            "The RSA key was generated by a library with breakable keys (CVE-2017-15361); generate a new key."
        case .rsaExponentInvalid: "The RSA exponent is even, under 65537 or over 32 bits; use 65537."
        case .rsaSizeUnsupported: "RSA keys are generated with 2048, 3072, or 4096 bits; choose one of these."
        case .pointNotOnCurve: "The key's \"x\" and \"y\" are not a point on its curve; export the key again."
        case .privateKeyMismatch: "The private members do not match the public ones; export the key again."
        case .keySetTooLarge: "The key set exceeds the length limit; check its URL, or raise the limit."
        case .keySetMalformed: "The key set has no array \"keys\"; check that its URL is the provider's \"jwks_uri\"."
        case .keySetTooManyKeys: "The key set has too many keys; check its URL, or raise the limit."
        }
    }
}
