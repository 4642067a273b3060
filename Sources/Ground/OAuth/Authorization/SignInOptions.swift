// SPDX-License-Identifier: Apache-2.0
/// The pages that the provider shows at sign-in, and how recent and how strong the authentication must be.
///
/// ```swift
/// var options = SignInOptions(prompt: .login, loginHint: account.identity.username)
/// options.maxAge = .seconds(300)  // before a step such as the removal of all data
/// let signedIn = try await flow.signIn(with: agent, options: options)
/// ```
///
/// OpenID Connect Core §3.1.2.1
public struct SignInOptions: Sendable, Hashable, Codable {
    /// The page that the provider must show, even if it remembers the person.
    public enum Prompt: String, Sendable, Hashable, Codable {
        /// Ask for the password again.
        case login
        /// Let the person choose among accounts.
        case selectAccount = "select_account"
        /// Ask for consent again.
        case consent
        /// Show no page: if the person must act, the response is an error.
        case nothing = "none"
        /// Let the person create an account, where the provider supports it. Initiating User Registration 1.0
        case create
    }

    /// The page that the provider must show; `nil` leaves it to the provider.
    public var prompt: Prompt?
    /// The name that the provider's page fills in.
    public var loginHint: String?
    /// The organization whose sign-in page the provider should show, such as `contoso.com` (`domain_hint`); a parameter
    /// of Entra ID and Azure AD B2C, which other providers ignore.
    public var domainHint: String?
    /// The languages of the provider's pages, as tags of BCP 47 in order of preference, such as `de-AT` (`ui_locales`).
    public var uiLocales: [String]
    /// The longest time since the person last authenticated (`max_age`), in whole seconds; `nil` leaves it to the
    /// provider.
    ///
    /// The client refuses an ID token without the time of authentication (`auth_time`), or with an older one. Entra ID
    /// sends the time only if the app's optional claims ask for it.
    public var maxAge: Duration?
    /// Authentication context class references to request, in order of preference (`acr_values`); the client accepts an
    /// ID token with another `acr`.
    public var acrValues: [String]
    /// Authentication context class references; the client refuses an ID token with another `acr`.
    ///
    /// OpenID Connect Core §5.5.1.1
    public var essentialACRValues: [String]
    /// Claims that the tokens must have (`claims`), such as those of an API's challenge.
    public var claims: ClaimsRequest?
    /// The permissions of the tokens in detail, such as one payment (`authorization_details`).
    ///
    /// ``AuthorizationDetails`` of the token response are kept with the account. RFC 9396
    public var authorizationDetails: AuthorizationDetails?
    /// Further parameters of the authorization request, such as an extension of the provider's.
    ///
    /// A parameter that the client sends itself, or that carries a request object, is refused there.
    public var additionalParameters: [String: String] {
        get { extensions ?? [:] }
        set { extensions = newValue.isEmpty ? nil : newValue }
    }
    /// Absent in sessions that an older version has kept.
    private var extensions: [String: String]?

    /// Creates options.
    public init(
        prompt: Prompt? = nil, loginHint: String? = nil, domainHint: String? = nil, uiLocales: [String] = [],
        maxAge: Duration? = nil, acrValues: [String] = [], essentialACRValues: [String] = [],
        claims: ClaimsRequest? = nil, authorizationDetails: AuthorizationDetails? = nil
    ) {
        self.prompt = prompt
        self.loginHint = loginHint
        self.domainHint = domainHint
        self.uiLocales = uiLocales
        self.maxAge = maxAge
        self.acrValues = acrValues
        self.essentialACRValues = essentialACRValues
        self.claims = claims
        self.authorizationDetails = authorizationDetails
    }
}
