// SPDX-License-Identifier: Apache-2.0
import JSONWebSignatures
import PortableFoundation

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
    package init?(challenge value: String) {
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
        self.init(object: ["access_token": .object(["xms_cc": .object(["values": .texts(capabilities)])])])
    }

    init(essentialIDTokenClaim name: String, values: [String]) {
        self.init(object: ["id_token": .object([name: .object(["essential": true, "values": .texts(values)])])])
    }

    private init?(_ data: Data) {
        guard data.count <= Self.maximumByteCount,
            let object = try? StrictJSON.object(in: data)
        else { return nil }
        self.init(object: object)
    }

    private init(object: [String: JSONValue]) { json = JSONValue.object(object).text }

    /// Merges both requests; if both name a claim of a token, the other's takes precedence.
    package func merging(_ other: ClaimsRequest?) -> ClaimsRequest {
        guard let other else { return self }
        return ClaimsRequest(object: Self.merged(object, other.object))
    }

    private static func merged(
        _ one: [String: JSONValue], _ other: [String: JSONValue]
    ) -> [String: JSONValue] {
        one.merging(other) { mine, theirs in
            guard let mine = mine.object, let others = theirs.object else { return theirs }
            return .object(mine.merging(others) { $1 })
        }
    }

    private var object: [String: JSONValue] { (try? StrictJSON.object(in: json.utf8)) ?? [:] }

    private static let maximumByteCount = 16_384
}
