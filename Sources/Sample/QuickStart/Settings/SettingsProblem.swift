// SPDX-License-Identifier: Apache-2.0
/// One problem in a settings file.
package struct SettingsProblem: Sendable, Hashable, CustomStringConvertible {
    /// The key with the faulty value.
    package let key: String
    /// The fault and the remedy, without any part of a secret.
    package let message: String

    /// Key and message.
    package var description: String { "\(key): \(message)" }
}
