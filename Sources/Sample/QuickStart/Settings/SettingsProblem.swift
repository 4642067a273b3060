// SPDX-License-Identifier: Apache-2.0
/// One thing that is wrong in a settings file.
public struct SettingsProblem: Sendable, Hashable, CustomStringConvertible {
    /// The key whose value is wrong.
    public let key: String
    /// What is wrong with it and what to put there; of the value, which may be a secret, it repeats at most a
    /// placeholder that was not replaced.
    public let message: String

    /// Key and message.
    public var description: String { "\(key): \(message)" }
}
