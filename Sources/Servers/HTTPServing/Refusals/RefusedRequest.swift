// SPDX-License-Identifier: Apache-2.0
public import Foundation
import Synchronization

/// A request that a server refused: the answer to "why was this request refused?".
///
/// It holds no token, code, password or query, and quotes no parameter of the request.
///
/// ```swift
/// for refused in try await tenant.administration.refusals() {
///     print(refused.endpoint, refused.rule, refused.remedy ?? "")
/// }
/// ```
public struct RefusedRequest: Codable, Sendable, Hashable {
    /// The place in the server's log, from 1; a later refusal has a higher number.
    public internal(set) var number = 0
    /// The id under which the client saw the error; `nil` where the server sends none.
    public let traceID: String?
    /// The time of the response, by the server's clock.
    public let time: Date
    /// Method and path, without the query.
    public let endpoint: String
    /// The status of the response; a redirect can carry a refusal too.
    public let status: Int
    /// The client id of the app, if the server knows the app.
    public let app: String?
    /// The name or the id of the person, if the request got as far as one.
    public let person: String?
    /// The rule that refused, such as `AADSTS50011` or `invalid_grant`.
    public let rule: String
    /// The rule that the request broke, in words.
    public let reason: String
    /// The member of the tenant file that decides; `nil` if the request itself must change.
    public let setting: String?
    /// The next step.
    public let remedy: String?

    private enum CodingKeys: String, CodingKey {
        case number, time, endpoint, status, app, person, rule, reason, setting, remedy
        case traceID = "traceId"
    }
}

/// The latest refused requests of one or several servers, kept in memory.
package final class RefusalLog: Sendable {
    /// The number of refusals that it keeps; each new one then removes the oldest.
    package static let capacity = 500

    private struct Content: Sendable {
        var count = 0
        var kept: [RefusedRequest] = []
    }
    private let content = Mutex(Content())
    private let report: @Sendable (RefusedRequest) -> Void

    /// Creates an empty log.
    ///
    /// - Parameter report: Called with each refusal, for a count; it must not wait.
    package init(reporting report: @escaping @Sendable (RefusedRequest) -> Void = { _ in }) { self.report = report }

    /// Keeps a refusal, and gives it the next number.
    package func keep(_ refused: RefusedRequest) {
        report(refused)
        content.withLock { content in
            content.count += 1
            var refused = refused
            refused.number = content.count
            if content.kept.count == Self.capacity { content.kept.removeFirst() }
            content.kept.append(refused)
        }
    }

    /// Forgets every refusal; the numbers go on.
    package func removeAll() { content.withLock { $0.kept = [] } }

    /// The number of the latest refusal; 0 before the first.
    package var newest: Int { content.withLock { $0.count } }

    /// The refusals with a higher number than this, the newest first.
    package func latest(after number: Int = 0) -> [RefusedRequest] {
        content.withLock { $0.kept.reversed().prefix { $0.number > number } }
    }
}

/// The content of a response with refused requests.
package struct RefusalList: Codable, Sendable {
    /// The requests, the newest first.
    package let refusals: [RefusedRequest]
    /// The number of the latest refusal; a lower one than before means that the server started again.
    package let newest: Int

    /// Lists the refusals of a log with a higher number than this.
    package init(_ log: RefusalLog, after number: Int) {
        (refusals, newest) = (log.latest(after: number), log.newest)
    }
}
