// SPDX-License-Identifier: Apache-2.0
/// The tenant declined what a test asked of it.
public struct TestTenantError: Error, Sendable, CustomStringConvertible {
    /// The tenant's own words.
    public let message: String

    /// The message.
    public var description: String { message }
}
