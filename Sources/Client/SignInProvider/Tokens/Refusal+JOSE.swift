// SPDX-License-Identifier: Apache-2.0
package import JSONWebSignatures
package import OAuthMessages

extension Refusal {
    package init(explaining error: JOSEError) {
        switch error.code {
        case .algorithmUnknown, .algorithmNotAccepted:
            self.init(
                .algorithmNotAllowed, "the token is not signed with an algorithm of its provider; check its issuer",
                cause: error)
        case .signatureInvalid, .signatureLengthInvalid, .keyTypeMismatch, .keyCurveMismatch, .keyAlgorithmMismatch,
            .keyUseMismatch, .keyOperationMismatch:
            self.init(.signatureInvalid, "the token's signature is invalid; it was changed or forged", cause: error)
        default:
            self.init(.tokenMalformed, "the token is not a signed token of the allowed form", cause: error)
        }
    }
}
