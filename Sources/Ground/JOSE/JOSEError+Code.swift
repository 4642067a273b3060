// SPDX-License-Identifier: Apache-2.0

extension JOSEError {
    /// One code for each check; the set is small and fixed, so that a code can label a metric.
    package enum Code: String, CaseIterable, Hashable, Sendable {
        /// The text is not unpadded base64url.
        case base64URLInvalid

        /// The text is not one JSON object.
        case jsonInvalid
        /// Two members of one JSON object have the same name.
        case jsonDuplicateMember
        /// JSON objects and arrays are nested more deeply than is allowed.
        case jsonTooDeep

        /// The token is longer than is allowed.
        case tokenTooLarge
        /// The token is not three parts, separated by dots.
        case tokenMalformed
        /// A header member is missing or is not a string.
        case headerMemberInvalid
        /// The header has `crit`.
        case criticalHeaderUnsupported
        /// The header has `b64`.
        case unencodedPayloadUnsupported
        /// The header names an algorithm that this library does not implement, such as `none` and all `HS…`.
        case algorithmUnknown
        /// The header names an algorithm that the caller does not accept.
        case algorithmNotAccepted

        /// The algorithm is for another type of key.
        case keyTypeMismatch
        /// The algorithm is for another curve.
        case keyCurveMismatch
        /// The key's `alg` is another algorithm.
        case keyAlgorithmMismatch
        /// The key's `use` is not `sig`.
        case keyUseMismatch
        /// The key's `key_ops` do not include the operation.
        case keyOperationMismatch
        /// The signature's length does not fit the key and the algorithm.
        case signatureLengthInvalid
        /// This key did not make the signature over this token.
        case signatureInvalid

        /// A key member is missing or has the wrong form.
        case keyMemberInvalid
        /// The key's `kty` is not RSA, EC or OKP.
        case keyTypeUnsupported
        /// The key's `crv` is not one of its type's curves.
        case keyCurveUnsupported
        /// The key's `alg` is not a signature algorithm that this library implements.
        case keyAlgorithmUnsupported
        /// The RSA modulus is shorter than 2048 bits.
        case rsaModulusTooSmall
        /// The RSA modulus is longer than 8192 bits.
        case rsaModulusTooLarge
        /// The RSA modulus is even.
        case rsaModulusInvalid
        /// The RSA modulus has the fingerprint of CVE-2017-15361: an attacker can compute the private key.
        case rsaModulusWeak
        /// The RSA exponent is even, under 65537 or over 32 bits.
        case rsaExponentInvalid
        /// This library does not generate keys of this size.
        case rsaSizeUnsupported
        /// The public point is not on the key's curve.
        case pointNotOnCurve
        /// The private members do not belong to the public ones.
        case privateKeyMismatch

        /// The key set is longer than is allowed.
        case keySetTooLarge
        /// The key set has no array `keys`.
        case keySetMalformed
        /// The key set has more keys than are allowed.
        case keySetTooManyKeys
    }
}
