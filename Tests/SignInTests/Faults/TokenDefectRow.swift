// SPDX-License-Identifier: Apache-2.0
import JSONWebSignatures
import SignInTesting
import Testing

struct TokenDefectRow: Sendable, CustomTestStringConvertible {
    let defect: TokenDefect
    let code: Refusal.Code?
    /// The cause in the signing library, if any.
    let cause: JOSEError.Code?
    /// A member of every published key.
    let key: (name: String, value: JSONValue)?

    init(
        _ defect: TokenDefect, _ code: Refusal.Code?, _ cause: JOSEError.Code? = nil,
        key: (name: String, value: JSONValue)? = nil
    ) { (self.defect, self.code, self.cause, self.key) = (defect, code, cause, key) }

    var testDescription: String { "\(defect.kind.rawValue) \(defect.name ?? "") \(key?.name ?? "")" }

    static let all: [TokenDefectRow] =
        [
            TokenDefectRow(TokenDefect(.expired), .expired), TokenDefectRow(TokenDefect(.notYetValid), .notYetValid),
            TokenDefectRow(TokenDefect(.issuedInFuture), .issuedInFuture),
            TokenDefectRow(TokenDefect(.missingExpiry), .claimMissing),
            TokenDefectRow(TokenDefect(.missingSubject), .claimMissing),
            TokenDefectRow(TokenDefect(.wrongIssuer), .issuerMismatch),
            TokenDefectRow(TokenDefect(.wrongTenant), .issuerMismatch),
            TokenDefectRow(TokenDefect(.wrongAudience), .audienceMismatch),
            TokenDefectRow(.claim("azp", nil), .notAnAccessToken),
            TokenDefectRow(TokenDefect(.wrongAtHash), .notAnAccessToken),
            TokenDefectRow(TokenDefect(.wrongCHash), .notAnAccessToken),
            TokenDefectRow(TokenDefect(.wrongNonce), .notAnAccessToken),
            TokenDefectRow(TokenDefect(.missingIssuedAt), nil), TokenDefectRow(TokenDefect(.missingScope), nil),
            TokenDefectRow(TokenDefect(.changedSubject), nil), TokenDefectRow(TokenDefect(.wrongAuthorizedParty), nil),
            TokenDefectRow(TokenDefect(.missingNonce), nil), TokenDefectRow(TokenDefect(.wrongUserFlow), nil),
        ] + signatures + keys

    static let signatures: [TokenDefectRow] = [
        TokenDefectRow(TokenDefect(.unknownKey), .keyUnknown),
        TokenDefectRow(TokenDefect(.wrongKey), .signatureInvalid, .signatureInvalid),
        TokenDefectRow(TokenDefect(.tamperedPayload), .signatureInvalid, .signatureInvalid),
        TokenDefectRow(TokenDefect(.truncatedSignature), .signatureInvalid, .signatureLengthInvalid),
        TokenDefectRow(TokenDefect(.algNone), .algorithmNotAllowed, .algorithmUnknown),
        TokenDefectRow(TokenDefect(.algHS256), .algorithmNotAllowed, .algorithmUnknown),
        TokenDefectRow(TokenDefect(.missingSignature), .tokenMalformed, .tokenMalformed),
        TokenDefectRow(TokenDefect(.notAToken), .tokenMalformed, .tokenMalformed),
        TokenDefectRow(TokenDefect(.oversized), .tokenMalformed, .tokenTooLarge),
        TokenDefectRow(TokenDefect(.paddedBase64), .tokenMalformed, .base64URLInvalid),
        TokenDefectRow(TokenDefect(.duplicateClaim), .tokenMalformed, .jsonDuplicateMember),
        TokenDefectRow(TokenDefect(.criticalHeader), .tokenMalformed, .criticalHeaderUnsupported),
        TokenDefectRow(.header("b64", false), .tokenMalformed, .unencodedPayloadUnsupported),
        TokenDefectRow(.header("alg", nil), .tokenMalformed, .headerMemberInvalid),
        TokenDefectRow(.header("alg", "ES256"), .signatureInvalid, .keyTypeMismatch),
    ]

    /// Keys for another purpose.
    static let keys: [TokenDefectRow] = [
        TokenDefectRow(.header("typ", "JWT"), .signatureInvalid, .keyAlgorithmMismatch, key: ("alg", "PS256")),
        TokenDefectRow(.header("typ", "JWT"), .signatureInvalid, .keyUseMismatch, key: ("use", "enc")),
        TokenDefectRow(.header("typ", "JWT"), .signatureInvalid, .keyOperationMismatch, key: ("key_ops", ["encrypt"])),
    ]
}
