// SPDX-License-Identifier: Apache-2.0
/// One problem in a settings file.
public struct SettingsProblem: Sendable, Hashable, CustomStringConvertible {
    /// The key with the faulty value.
    public let key: String
    /// The fault and the remedy, without any part of a secret.
    public let message: String

    /// Key and message.
    public var description: String { "\(key): \(message)" }
}
