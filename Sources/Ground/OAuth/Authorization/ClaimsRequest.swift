// SPDX-License-Identifier: Apache-2.0
import Foundation

/// The claims that a provider must include in a token, as sent in the `claims` parameter.
///
/// An API that rejects a token names them in its challenge, and the next token request repeats them.
///
/// ```swift
/// if case .answerClaimsChallenge(let claims) = error.nextAction {
///     let options = SignInOptions(claims: ClaimsRequest(json: claims))
///     account = try await flow.extend(account, by: scopes, with: agent, options: options)
/// }
/// ```
///
/// OpenID Connect Core §5.5
public struct ClaimsRequest: Sendable, Hashable, Codable {
    /// The JSON object, with its members sorted by name.
    public let json: String

    /// Parses a JSON object; `nil` for any other text, or for more than 16 KiB.
    public init?(json: String) { self.init(Data(json.utf8)) }

    /// Parses a challenge's value: Base64 in either alphabet, with or without padding, or the plain JSON object.
    public init?(challenge value: String) {
        if let claims = ClaimsRequest(json: value) {
            self = claims
            return
        }
        let alphabet = value.replacing("-", with: "+").replacing("_", with: "/")
        let content = alphabet.prefix { $0 != "=" }
        guard alphabet.dropFirst(content.count).allSatisfy({ $0 == "=" }),
            content.utf8.count <= Self.maximumByteCount * 4 / 3 + 4,
            let data = Data(base64Encoded: content + String(repeating: "=", count: (4 - content.utf8.count % 4) % 4))
        else { return nil }
        self.init(data)
    }

    /// The capabilities of a client at Microsoft's providers, such as `cp1`: it handles claims challenges.
    package init?(capabilities: [String]) {
        guard !capabilities.isEmpty else { return nil }
        self.init(object: ["access_token": ["xms_cc": ["values": capabilities]]])
    }

    /// Claims of the ID token, each with one of these values.
    init(essentialIDTokenClaim name: String, values: [String]) {
        let object: [String: Any] = ["id_token": [name: ["essential": true, "values": values]]]
        json = Self.text(of: object) ?? "{}"
    }

    private init?(_ data: Data) {
        guard data.count <= Self.maximumByteCount,
            let object = try? JSONSerialization.jsonObject(with: data) as? [String: Any]
        else { return nil }
        self.init(object: object)
    }

    private init?(object: [String: Any]) {
        guard let json = Self.text(of: object) else { return nil }
        self.json = json
    }

    /// Both requests in one; where both name a claim of a token, that of the other counts.
    package func merging(_ other: ClaimsRequest?) -> ClaimsRequest {
        guard let other else { return self }
        let merged = Self.merged(object, other.object)
        return ClaimsRequest(object: merged) ?? self
    }

    private static func merged(_ one: [String: Any], _ other: [String: Any]) -> [String: Any] {
        one.merging(other) { mine, theirs in
            guard let mine = mine as? [String: Any], let theirs = theirs as? [String: Any] else { return theirs }
            return mine.merging(theirs) { $1 }
        }
    }

    private var object: [String: Any] {
        (try? JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]) ?? [:]
    }

    private static func text(of object: [String: Any]) -> String? {
        guard JSONSerialization.isValidJSONObject(object),
            let data = try? JSONSerialization.data(
                withJSONObject: object, options: [.sortedKeys, .withoutEscapingSlashes])
        else { return nil }
        return String(decoding: data, as: UTF8.self)
    }

    private static let maximumByteCount = 16_384
}
