// SPDX-License-Identifier: Apache-2.0
public import OAuthMessages
import PortableFoundation

/// An error response from the tenant's API for tests.
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
    /// The cause and the solution, from the problem details (RFC 9457).
    public let message: String

    /// The status and the message.
    public var description: String { "\(status): \(message)" }
    /// No action is known to help: read the message.
    public var nextAction: NextAction { .none }
}
