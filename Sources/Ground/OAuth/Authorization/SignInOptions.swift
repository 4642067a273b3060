// SPDX-License-Identifier: Apache-2.0
/// What the provider shows at sign-in, and how recent and how strong the authentication must be.
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
    /// The longest time since the person last authenticated (`max_age`), in whole seconds; `nil` leaves it to the
    /// provider.
    ///
    /// An ID token that does not say when that was (`auth_time`), or says longer ago, is refused. Entra ID says it only
    /// where the app's optional claims ask for it.
    public var maxAge: Duration?
    /// Authentication context class references to ask for, in order of preference (`acr_values`); an ID token with
    /// another `acr` is accepted.
    public var acrValues: [String]
    /// Authentication context class references of which the ID token's `acr` must be one, or it is refused.
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
