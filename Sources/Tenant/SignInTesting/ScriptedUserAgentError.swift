// SPDX-License-Identifier: Apache-2.0
/// The script cannot continue; usually the page shows the reason.
public struct ScriptedUserAgentError: Error, Sendable, CustomStringConvertible {
    /// The reason, with the text of the page.
    public let message: String

    /// The message.
    public var description: String { message }
}
