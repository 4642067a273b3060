// SPDX-License-Identifier: Apache-2.0

/// The end of a round of changes, where the next round begins; keep it beside the objects.
///
/// It is no credential, but says which properties the app follows. Graph accepts it for seven days.
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

    /// Reads a kept token.
    public init(from decoder: any Decoder) throws { link = try decoder.singleValueContainer().decode(String.self) }

    /// Writes the token as one string.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(link)
    }
}
