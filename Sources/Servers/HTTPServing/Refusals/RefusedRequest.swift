// SPDX-License-Identifier: Apache-2.0
public import Foundation

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
    /// The rule in words.
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
