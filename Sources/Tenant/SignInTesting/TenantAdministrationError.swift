// SPDX-License-Identifier: Apache-2.0

/// Why the tenant's API for tests declined a request.
public struct TenantAdministrationError: Error, Sendable, CustomStringConvertible {
    /// The status of the answer.
    public let status: Int
    /// The answer: a problem of RFC 9457, which names cause and remedy.
    public let message: String

    /// Status and answer.
    public var description: String { "\(status): \(message)" }
}
