// SPDX-License-Identifier: Apache-2.0

public import PortableFoundation
import Synchronization

package final class RefusalLog: Sendable {
    /// A full log removes the oldest of the most frequent app and rule, so that a flood of one kind keeps the others.
    package static let capacity = 500

    private struct Content: Sendable {
        var count = 0
        /// References, because entries are often removed from the front.
        var kept: [Entry] = []
        var sizes: [[String?]: Int] = [:]

        mutating func keep(_ refused: RefusedRequest) {
            if kept.count == RefusalLog.capacity, let most = sizes.values.max(),
                let index = kept.firstIndex(where: { sizes[$0.refused.kind] == most })
            {
                sizes[kept.remove(at: index).refused.kind] = most == 1 ? nil : most - 1
            }
            sizes[refused.kind, default: 0] += 1
            kept.append(Entry(refused))
        }
    }

    private final class Entry: Sendable {
        let refused: RefusedRequest

        init(_ refused: RefusedRequest) { self.refused = refused }
    }

    private let content = Mutex(Content())
    private let report: @Sendable (RefusedRequest) -> Void

    /// - Parameter report: Called with each refusal; must not block.
    package init(reporting report: @escaping @Sendable (RefusedRequest) -> Void = { _ in }) { self.report = report }

    package func keep(_ refused: RefusedRequest) {
        report(refused)
        content.withLock { content in
            content.count += 1
            var refused = refused
            refused.number = content.count
            content.keep(refused)
        }
    }

    /// Removes every refusal; the numbers continue.
    package func removeAll() {
        content.withLock { content in
            content.kept = []
            content.sizes = [:]
        }
    }

    /// Newest first.
    package func latest(after number: Int = 0) -> [RefusedRequest] { list(after: number).refusals }

    fileprivate func list(after number: Int) -> (refusals: [RefusedRequest], newest: Int) {
        content.withLock { ($0.kept.reversed().prefix { $0.refused.number > number }.map(\.refused), $0.count) }
    }
}

package struct RefusalList: Codable, Sendable {
    package let refusals: [RefusedRequest]
    /// The number of the latest refusal; lower than before after a restart of the server.
    package let newest: Int

    package init(_ log: RefusalLog, after number: Int) { (refusals, newest) = log.list(after: number) }
}

/// A record of a rejected request, which explains why the server rejected it.
///
/// It contains no token, code, password, or query, and quotes no parameter of the request.
///
/// ```swift
/// for refused in try await tenant.administration.refusals() {
///     print(refused.endpoint, refused.rule, refused.remedy ?? "")
/// }
/// ```
public struct RefusedRequest: Codable, Sendable, Hashable {
    /// The position in the server's log, starting at 1; later records have higher numbers.
    public internal(set) var number = 0
    /// The trace ID in the client's error response; `nil` if the server sends none.
    public let traceID: String?
    /// The time of the response, by the server's clock.
    public let time: Date
    /// The method and path, without the query.
    public let endpoint: String
    /// The status of the response; a redirect can also report an error.
    public let status: Int
    /// The client ID of the app, if the server knows the app.
    public let app: String?
    /// The user's name or ID, if the request identified one.
    public let person: String?
    /// The violated rule, such as `AADSTS50011` or `invalid_grant`.
    public let rule: String
    /// A description of the violated rule.
    public let reason: String
    /// The member of the tenant file that determines the result; `nil` if the request itself must change.
    public let setting: String?
    /// The next step.
    public let remedy: String?

    /// Whether the app registered itself; not part of the JSON.
    var isOfStranger = false

    /// Self-registered apps count as one, because their number is unlimited.
    var kind: [String?] { [isOfStranger ? nil : app, rule] }

    private enum CodingKeys: String, CodingKey {
        case number, time, endpoint, status, app, person, rule, reason, setting, remedy
        case traceID = "traceId"
    }
}
