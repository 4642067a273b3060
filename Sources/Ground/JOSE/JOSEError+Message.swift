// SPDX-License-Identifier: Apache-2.0

extension JOSEError.Code {
    /// The cause and the remedy, in one sentence.
    func message(_ member: String) -> String {
        switch self {
        case .base64URLInvalid:
            "The text is not base64url; write it without padding, whitespace, \"+\" and \"/\"."
        case .jsonInvalid:
            "The text is not one valid JSON object in UTF-8; send exactly one."
        case .jsonDuplicateMember:
            "A JSON object has two members of the same name, so readers may disagree; send each name once."
        case .jsonTooDeep:
            "The JSON is nested too deeply; send a flatter document."
        case .tokenTooLarge:
            "The token is longer than is accepted; ask the issuer for fewer claims, or raise the limit."
        case .tokenMalformed:
            "The token is not a compact JWS of three parts; pass the whole signed token, and nothing else."
        case .headerMemberInvalid:
            "The header needs \(member) to be a string; ask the issuer for a standard header."
        case .criticalHeaderUnsupported:
            "The header has \"crit\", and no extension is understood here; ask for a token without it."
        case .unencodedPayloadUnsupported:
            "The header has \"b64\", which RFC 7797 keeps out of tokens; ask for a token without it."
        case .algorithmUnknown:
            "The header's \"alg\" is no signature algorithm known here; ask for RS256, PS256, ES256 or EdDSA."
        case .algorithmNotAccepted:
            "The header's \"alg\" is not among the accepted algorithms; accept it or change the issuer."
        case .keyTypeMismatch:
            "The algorithm is for another type of key; choose a key whose \"kty\" fits it."
        case .keyCurveMismatch:
            "The algorithm is for another curve; choose a key whose \"crv\" fits it."
        case .keyAlgorithmMismatch:
            "The key's \"alg\" keeps it for another algorithm; choose the key made for this one."
        case .keyUseMismatch:
            "The key's \"use\" is not \"sig\"; choose a key for signatures."
        case .keyOperationMismatch:
            "The key's \"key_ops\" leave this operation out; choose a key for signatures."
        case .signatureLengthInvalid:
            "The signature is not as long as the key and the algorithm make it; pass the token unchanged."
        case .signatureInvalid:
            "The signature does not fit the token and the key; it was changed, or another key signed it."
        default: keyMessage(member)
        }
    }

    private func keyMessage(_ member: String) -> String {
        switch self {
        case .keyMemberInvalid:
            "The key needs \(member) in the form of RFC 7517 and RFC 7518; export the key again."
        case .keyTypeUnsupported:
            "The key's \"kty\" is not supported; use RSA, EC or OKP."
        case .keyCurveUnsupported:
            "The key's \"crv\" is not supported; use P-256, P-384 or P-521 with EC, or Ed25519 with OKP."
        case .keyAlgorithmUnsupported:
            "The key's \"alg\" is no signature algorithm known here; leave it out, or name one that fits."
        case .rsaModulusTooSmall:
            "The RSA key is too weak; use 2048 bits or more."
        case .rsaModulusTooLarge:
            "The RSA key is so long that checking it is an attack; use 8192 bits or fewer."
        case .rsaModulusInvalid:
            "The RSA modulus is even, so it is not the product of two large primes; export the key again."
        case .rsaModulusWeak:
            "The RSA key was made by a library whose keys can be broken (CVE-2017-15361); make a new key."
        case .rsaExponentInvalid:
            "The RSA exponent is even, under 65537 or over 32 bits; use 65537."
        case .rsaSizeUnsupported:
            "RSA keys are generated with 2048, 3072 or 4096 bits; choose one of these."
        case .pointNotOnCurve:
            "The key's \"x\" and \"y\" are no point of its curve; export the key again."
        case .privateKeyMismatch:
            "The private members do not belong to the public ones; export the key again."
        case .keySetTooLarge:
            "The key set is longer than is accepted; check its address, or raise the limit."
        case .keySetMalformed:
            "The key set has no array \"keys\"; check that its address is the provider's \"jwks_uri\"."
        case .keySetTooManyKeys:
            "The key set has more keys than are accepted; check its address, or raise the limit."
        default: rawValue
        }
    }
}
