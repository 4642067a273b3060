// SPDX-License-Identifier: Apache-2.0

/// The reason for refusing a proof.
///
/// RFC 9449 §4.3
package struct DPoPRefusal: Error, Sendable, Hashable {
    package enum Code: String, Sendable, CaseIterable {
        /// The request has no proof, and needs one.
        case proofMissing
        /// The field is not one signed proof with a public key in it.
        case proofMalformed
        case methodMismatch
        case addressMismatch
        case outOfTime
        /// The proof is for another access token, or for none.
        case tokenMismatch
        case keyMismatch
        /// The proof lacks a current nonce of the server.
        case nonceMissing
        case used
    }

    package let code: Code

    package init(_ code: Code) {
        self.code = code
    }

    /// Cause and remedy, in the characters that RFC 6749 §5.2 allows in a description.
    package var message: String {
        switch code {
        case .proofMissing: "The proof is missing: send one in the DPoP field."
        case .proofMalformed: "The DPoP field is not a single signed dpop+jwt with a public key."
        case .methodMismatch: "The proof is for another request: check htm."
        case .addressMismatch: "The proof is for another request: check htu."
        case .outOfTime: "The proof is too old or from the future: check iat and the clock."
        case .tokenMismatch: "The proof is for another access token: check ath."
        case .keyMismatch: "The proof is signed with a key that the token is not bound to."
        case .nonceMissing: "The proof must contain the nonce from the DPoP-Nonce field."
        case .used: "The proof was already used: use a new jti for each request."
        }
    }
}
