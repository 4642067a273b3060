// SPDX-License-Identifier: Apache-2.0

/// The `response_type` of an authorization request; the words may come in any order.
///
/// OAuth 2.0 Multiple Response Type Encoding Practices §3, §5
package enum StandardResponseType: String, Codable, Sendable, CaseIterable {
    case code
    case idToken = "id_token"
    case codeAndIDToken = "code id_token"

    /// Reads a type; `nil` for an unsupported one.
    init?(text: String) {
        let words = text.split(separator: " ", omittingEmptySubsequences: false).sorted().joined(separator: " ")
        self.init(rawValue: words)
    }

    var hasCode: Bool { self != .idToken }
    var hasIDToken: Bool { self != .code }
}
