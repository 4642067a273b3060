// SPDX-License-Identifier: Apache-2.0

/// A signed token that was taken apart and not yet believed.
///
/// It shows its header, which is needed to find the key, and nothing else: the payload is only in the
/// ``VerifiedJWS`` that ``verified(with:)`` gives.
///
/// RFC 7515 §7.1
public struct UnverifiedJWS: Sendable {
    /// The header, which anyone may have written.
    public let header: JWSHeader

    private let signingInput: ArraySlice<UInt8>
    private let payload: [UInt8]
    private let signature: [UInt8]

    /// Takes a token apart and refuses all that is unusual about its form.
    ///
    /// - Parameters:
    ///   - token: the compact serialization: header, payload and signature in base64url, with dots between.
    ///   - algorithms: what the caller accepts, decided from the provider and never from the token.
    ///   - maximumByteCount: the longest token that is read, in bytes.
    /// - Throws: ``JOSEError``: `tokenTooLarge`; `tokenMalformed`; `base64URLInvalid`; those of JSON
    ///   (`jsonInvalid`, `jsonDuplicateMember`, `jsonTooDeep`); `criticalHeaderUnsupported`;
    ///   `unencodedPayloadUnsupported`; `headerMemberInvalid`; `algorithmUnknown`; `algorithmNotAccepted`.
    public init(
        _ token: String, accepting algorithms: Set<SignatureAlgorithm>,
        maximumByteCount: Int = CompactJWS.maximumByteCount
    ) throws(JOSEError) {
        guard token.utf8.count <= maximumByteCount else { throw JOSEError(.tokenTooLarge) }
        let bytes = Array(token.utf8)
        let parts = bytes.split(separator: UInt8(ascii: "."), maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count == 3 else { throw JOSEError(.tokenMalformed) }
        header = try JWSHeader(jsonData: try Base64URL.decode(ascii: parts[0]))
        guard algorithms.contains(header.algorithm) else { throw JOSEError(.algorithmNotAccepted) }
        payload = try Base64URL.decode(ascii: parts[1])
        signature = try Base64URL.decode(ascii: parts[2])
        signingInput = bytes[..<parts[1].endIndex]
    }

    /// Checks the signature, and with it gives out the payload.
    ///
    /// - Parameter key: the key that the token must have been signed with, from a source that the caller
    ///   trusts, such as ``JSONWebKeySet/key(for:)``.
    /// - Returns: the token, believed as far as its signature goes.
    /// - Throws: ``JOSEError``: `keyTypeMismatch`; `keyCurveMismatch`; `keyAlgorithmMismatch`;
    ///   `keyUseMismatch`; `keyOperationMismatch`; `signatureLengthInvalid`; `signatureInvalid`.
    public func verified(with key: JSONWebKey) throws(JOSEError) -> VerifiedJWS {
        try key.check(fits: header.algorithm)
        guard signature.count == key.verificationKey.signatureByteCount else {
            throw JOSEError(.signatureLengthInvalid)
        }
        guard key.verificationKey.isValid(signature, over: signingInput, by: header.algorithm) else {
            throw JOSEError(.signatureInvalid)
        }
        return VerifiedJWS(header: header, payload: payload)
    }
}

extension UnverifiedJWS: CustomStringConvertible, CustomReflectable {
    /// The algorithm; never anything else of the token.
    public var description: String { "UnverifiedJWS(\(header.algorithm.rawValue), redacted)" }

    /// Empty, so that `dump` and test reports show nothing of the token.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
