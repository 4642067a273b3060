// SPDX-License-Identifier: Apache-2.0
import JSONWebSignatures
import PortableFoundation

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
            let details = try? StrictJSON.value(in: json.utf8),
            Self.isArrayOfDetails(details)
        else { return nil }
        self.json = json
    }

    init?(_ details: JSONValue) {
        json = details.text
        guard Self.isArrayOfDetails(details), json.utf8.count <= Self.maximumByteCount else { return nil }
    }

    private static func isArrayOfDetails(_ value: JSONValue) -> Bool {
        guard let details = value.array, !details.isEmpty else { return false }
        return details.allSatisfy { $0.object?["type"]?.string?.isEmpty == false }
    }

    private static let maximumByteCount = 16_384
}
