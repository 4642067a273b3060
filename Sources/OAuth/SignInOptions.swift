// SPDX-License-Identifier: Apache-2.0
/// What the person should see at sign-in, and what their sign-in must be worth.
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
        /// Show nothing: where the person would have to do something, the answer is an error.
        case nothing = "none"
    }

    /// What the provider must show; `nil` leaves it to the provider.
    public var prompt: Prompt?
    /// The name to fill in beforehand.
    public var loginHint: String?
    /// How long ago the person may have proved who they are, in whole seconds; `nil` leaves it to the provider.
    ///
    /// An ID token that does not say when that was (`auth_time`), or says longer ago, is refused. Entra ID says it only
    /// where the app's optional claims ask for it.
    public var maxAge: Duration?
    /// The ways of proving it that are wished for, the best first; an ID token of another way is believed all the same.
    public var acrValues: [String]
    /// The ways of proving it, one of which the ID token must name (`acr`), or it is refused.
    ///
    /// OpenID Connect Core §5.5.1.1
    public var essentialACRValues: [String]

    /// Creates options.
    public init(
        prompt: Prompt? = nil, loginHint: String? = nil, maxAge: Duration? = nil, acrValues: [String] = [],
        essentialACRValues: [String] = []
    ) {
        self.prompt = prompt
        self.loginHint = loginHint
        self.maxAge = maxAge
        self.acrValues = acrValues
        self.essentialACRValues = essentialACRValues
    }
}
