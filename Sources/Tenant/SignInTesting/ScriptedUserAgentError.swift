// SPDX-License-Identifier: Apache-2.0
public import OAuthMessages
import PortableFoundation

/// A failure of the script, for which the page usually shows the reason.
///
/// ```swift
/// let agent = tenant.userAgent(signingIn: tenant.person.username, password: "not the password")
/// await #expect(throws: ScriptedUserAgentError.self) {
///     try await tenant.signInFlow().signIn(with: agent)
/// }
/// ```
public struct ScriptedUserAgentError: ActionableError, CustomStringConvertible {
    /// The reason, with the text of the page.
    public let message: String

    /// The message.
    public var description: String { message }

    /// No action is known to help: read the message.
    public var nextAction: NextAction { .none }
}
