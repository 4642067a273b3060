// SPDX-License-Identifier: Apache-2.0

/// The position where the next round of changes starts; store it with the objects.
///
/// It is not a credential, but reveals which properties the app tracks. Graph accepts it for seven days.
///
/// ```swift
/// let kept = try JSONEncoder().encode(token)
/// let again = try JSONDecoder().decode(GraphDeltaToken.self, from: kept)
/// let round = graph.peopleChanges(since: again)
/// ```
public struct GraphDeltaToken: Sendable, Hashable, Codable {
    /// The address of the next round, which is judged before each use.
    let link: String

    init(link: String) { self.link = link }

    /// Decodes a stored token.
    public init(from decoder: any Decoder) throws { link = try decoder.singleValueContainer().decode(String.self) }

    /// Encodes the token as one string.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(link)
    }
}
