// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The compact serialization of signed tokens: three parts of base64url with dots between.
///
/// ``UnverifiedJWS`` reads it; this writes it.
///
/// RFC 7515 §3.1
public enum CompactJWS {
    /// The longest token that is read unless a caller says otherwise: 16 KiB, which servers' header limits
    /// allow.
    public static let maximumByteCount = 16 * 1024

    /// Signs a payload.
    ///
    /// The header is written as it is given, `alg`, `kid`, `typ` in this order, so the same input makes the
    /// same token wherever the algorithm is deterministic (`RS…`).
    ///
    /// - Throws: ``JOSEError`` where the algorithm does not fit the key: `keyTypeMismatch`,
    ///   `keyCurveMismatch`, `keyAlgorithmMismatch`, `keyUseMismatch`, `keyOperationMismatch`; the crypto
    ///   library's own error if it cannot sign.
    public static func sign(
        _ payload: some Collection<UInt8>, header: JWSHeader, with key: JSONWebPrivateKey
    ) throws -> String {
        let signingInput = Base64URL.encode(header.jsonText.utf8) + "." + Base64URL.encode(payload)
        let signature = try key.signature(over: Data(signingInput.utf8), by: header.algorithm)
        return signingInput + "." + Base64URL.encode(signature)
    }
}
