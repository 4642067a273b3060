// SPDX-License-Identifier: Apache-2.0
public import PortableFoundation

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

    /// Whether the app registered itself; not a part of the document.
    var isOfStranger = false

    /// Apps that register themselves can be any number, so all of them are one.
    var kind: [String?] { [isOfStranger ? nil : app, rule] }

    private enum CodingKeys: String, CodingKey {
        case number, time, endpoint, status, app, person, rule, reason, setting, remedy
        case traceID = "traceId"
    }
}
