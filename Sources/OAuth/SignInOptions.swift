// SPDX-License-Identifier: Apache-2.0
/// What the person should see at sign-in.
///
/// OpenID Connect Core §3.1.2.1
public struct SignInOptions: Sendable, Hashable, Codable {
    /// What the provider is asked to show, whatever it remembers of the person.
    public enum Prompt: String, Sendable, Hashable, Codable {
        /// Ask for the password again.
        case login
        /// Let the person choose among accounts.
        case selectAccount = "select_account"
        /// Ask for consent again.
        case consent
    }

    /// What the provider must show; `nil` leaves it to the provider.
    public var prompt: Prompt?
    /// The name to fill in beforehand.
    public var loginHint: String?

    /// Creates options.
    public init(prompt: Prompt? = nil, loginHint: String? = nil) {
        self.prompt = prompt
        self.loginHint = loginHint
    }
}
