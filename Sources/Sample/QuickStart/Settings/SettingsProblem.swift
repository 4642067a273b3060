// SPDX-License-Identifier: Apache-2.0
/// One problem in a settings file.
public struct SettingsProblem: Sendable, Hashable, CustomStringConvertible {
    /// The key with the faulty value.
    public let key: String
    /// The fault and the remedy; since a value may be a secret, the message repeats at most a placeholder that was not
    /// replaced.
    public let message: String

    /// Key and message.
    public var description: String { "\(key): \(message)" }
}
