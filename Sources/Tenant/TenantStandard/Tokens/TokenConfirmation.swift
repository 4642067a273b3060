// SPDX-License-Identifier: Apache-2.0
import JSONWebSignatures

/// The proofs that a token demands of its sender: of a key, of a certificate, of both or none.
///
/// RFC 7800 §3.1, RFC 9449 §6, RFC 8705 §3
struct TokenConfirmation: Sendable, Hashable {
    var keyThumbprint: String?
    var certificateThumbprint: String?

    /// The claim `cnf`; `nil` for a token that any holder can use.
    var claim: JSONValue? {
        var members: [String: JSONValue] = [:]
        members["jkt"] = keyThumbprint.map(JSONValue.string)
        members["x5t#S256"] = certificateThumbprint.map(JSONValue.string)
        return members.isEmpty ? nil : .object(members)
    }

    /// Whether a sender has proved all of them.
    func isMet(by proved: TokenConfirmation) -> Bool {
        (keyThumbprint == nil || keyThumbprint == proved.keyThumbprint)
            && (certificateThumbprint == nil || certificateThumbprint == proved.certificateThumbprint)
    }
}
