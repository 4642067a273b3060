// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Fine-grained permissions, such as a single payment, as a JSON array of objects.
///
/// The library sends them and stores the provider's response. It interprets only each object's type.
///
/// ```swift
/// let payment = #"[{"type":"payment_initiation","instructedAmount":{"currency":"EUR","amount":"123.50"}}]"#
/// let options = SignInOptions(authorizationDetails: AuthorizationDetails(json: payment))
/// let account = try await flow.signIn(with: agent, options: options)
/// let granted = account.grantedAuthorizationDetails?.json
/// ```
///
/// RFC 9396 §2
public struct AuthorizationDetails: Sendable, Hashable, Codable {
    /// The JSON array.
    ///
    /// In a response, object members are sorted by name.
    public let json: String

    /// Parses a JSON array; `nil` unless it contains only objects with a `type`, in at most 16 KiB.
    public init?(json: String) {
        guard json.utf8.count <= Self.maximumByteCount,
            let array = try? JSONSerialization.jsonObject(with: Data(json.utf8)), Self.isArrayOfDetails(array)
        else { return nil }
        self.json = json
    }

    /// Reads the member of a token response; `nil` without one of the right form.
    init?(tokenResponse: Data) {
        guard let response = try? JSONSerialization.jsonObject(with: tokenResponse) as? [String: Any],
            let array = response["authorization_details"], Self.isArrayOfDetails(array),
            let data = try? JSONSerialization.data(
                withJSONObject: array, options: [.sortedKeys, .withoutEscapingSlashes]),
            data.count <= Self.maximumByteCount
        else { return nil }
        json = String(decoding: data, as: UTF8.self)
    }

    private static func isArrayOfDetails(_ value: Any) -> Bool {
        guard let details = value as? [[String: Any]], !details.isEmpty else { return false }
        return details.allSatisfy { ($0["type"] as? String)?.isEmpty == false }
    }

    private static let maximumByteCount = 16_384
}
