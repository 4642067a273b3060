// SPDX-License-Identifier: Apache-2.0
/// Why the script could not go on: usually the page says what is wrong.
public struct ScriptedUserAgentError: Error, Sendable, CustomStringConvertible {
    /// What happened, with the text of the page.
    public let message: String

    /// The message.
    public var description: String { message }
}
