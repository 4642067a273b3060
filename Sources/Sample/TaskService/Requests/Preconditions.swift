// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
import HTTPServing

/// RFC 9110 §13.1.1, §13.1.2.
struct Preconditions: Sendable, Hashable {
    enum Condition: Sendable, Hashable {
        /// `*`: any existing state.
        case any
        case tags([EntityTag])
    }

    /// `If-Match`: the states that the client expects.
    let match: Condition?
    /// `If-None-Match`: the states that the client already has.
    let noneMatch: Condition?

    /// Rejects malformed conditions, because a change without its condition could do harm.
    init(of request: Request) throws(TaskRefusal) {
        match = try Self.condition(.ifMatch, of: request)
        noneMatch = try Self.condition(.ifNoneMatch, of: request)
    }

    private static func condition(
        _ name: HTTPField.Name, of request: Request
    ) throws(TaskRefusal) -> Condition? {
        guard request.headers.contains(name) else { return nil }
        let text = request.headers[values: name].joined(separator: ",")
        if text == "*" { return .any }
        guard let tags = EntityTag.list(text) else {
            throw TaskRefusal(
                .preconditionMalformed, "\(name) must be * or a list of tags from ETag fields, each in double quotes")
        }
        return .tags(tags)
    }

    func isKnown(_ tag: EntityTag) throws(TaskRefusal) -> Bool {
        if case .tags(let tags) = match, !tags.contains(tag) { throw TaskRefusal.preconditionFailed }
        return switch noneMatch {
        case nil: false
        case .any: true
        // Weak comparison: a proxy that compressed the content made the tag weak. RFC 9110 §8.8.3.2
        case .tags(let tags): tags.contains { $0.opaque == tag.opaque }
        }
    }

    /// The versions that a change may replace; a weak tag names none.
    func versions() throws(TaskRefusal) -> VersionCondition {
        guard noneMatch == nil else { throw TaskRefusal(.preconditionUnsupported, "changes support only If-Match") }
        guard case .tags(let tags) = match else { return .any }
        return .oneOf(Set(tags.compactMap(\.version)))
    }

    /// For requests that would ignore the conditions.
    func requireNone() throws(TaskRefusal) {
        guard match == nil, noneMatch == nil else {
            throw TaskRefusal(
                .preconditionUnsupported,
                "this request supports neither If-Match nor If-None-Match; only reads and changes of one task do")
        }
    }
}
