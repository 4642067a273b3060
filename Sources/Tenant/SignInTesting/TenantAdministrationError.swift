// SPDX-License-Identifier: Apache-2.0
import Foundation
public import OAuth

/// The tenant's API for tests refused a request.
///
/// ```swift
/// let error = await #expect(throws: TenantAdministrationError.self) {
///     try await tenant.administration.send("GET", "apps/no-such-app")
/// }
/// #expect(error?.status == 404)
/// ```
public struct TenantAdministrationError: ActionableError, CustomStringConvertible {
    /// The status of the response.
    public let status: Int
    /// The response: a problem of RFC 9457, with cause and remedy.
    public let message: String

    /// The status and the response.
    public var description: String { "\(status): \(message)" }
    /// No action is known to help: read the message.
    public var nextAction: NextAction { .none }
}
