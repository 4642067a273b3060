// SPDX-License-Identifier: Apache-2.0
import Foundation
public import OAuth

/// The script cannot continue; usually the page shows the reason.
public struct ScriptedUserAgentError: ActionableError, CustomStringConvertible {
    /// The reason, with the text of the page.
    public let message: String

    /// The message.
    public var description: String { message }

    /// No action is known to help: read the message.
    public var nextAction: NextAction { .none }
}
