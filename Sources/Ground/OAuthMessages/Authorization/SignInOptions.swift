// SPDX-License-Identifier: Apache-2.0
import PortableFoundation

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
    /// The page that the provider must show, even if it remembers the user.
    public enum Prompt: String, Sendable, Hashable, Codable {
        /// Ask for the password again.
        case login
        /// Let the user choose an account.
        case selectAccount = "select_account"
        /// Ask for consent again.
        case consent
        /// Show no page: if user interaction is needed, the response is an error.
        case nothing = "none"
        /// Let the user create an account, where the provider supports it. Initiating User Registration 1.0
        case create
    }

    /// The page that the provider must show; `nil` for the provider's default.
    public var prompt: Prompt?
    /// The user name to fill in on the provider's page.
    public var loginHint: String?
    /// The organization whose sign-in page to show, such as `contoso.com` (`domain_hint`); a parameter of Entra ID and
    /// Azure AD B2C, which other providers ignore.
    public var domainHint: String?
    /// The languages of the provider's pages, as BCP 47 tags in order of preference, such as `de-AT` (`ui_locales`).
    public var uiLocales: [String]
    /// The maximum time since the user last authenticated (`max_age`), in whole seconds; `nil` for the provider's
    /// default.
    ///
    /// The client rejects an ID token whose authentication time (`auth_time`) is missing or too old. Entra ID sends the
    /// time only if it is an optional claim in the app's registration.
    public var maxAge: Duration?
    /// The authentication context class references to request, in order of preference (`acr_values`); an ID token with
    /// another `acr` is accepted.
    public var acrValues: [String]
    /// The required authentication context class references; an ID token with another `acr` is rejected.
    ///
    /// OpenID Connect Core §5.5.1.1
    public var essentialACRValues: [String]
    /// The claims that the tokens must have (`claims`), such as those of an API's challenge.
    public var claims: ClaimsRequest?
    /// Fine-grained permissions for the tokens, such as a single payment (`authorization_details`).
    ///
    /// The ``AuthorizationDetails`` of the token response are stored with the account. RFC 9396
    public var authorizationDetails: AuthorizationDetails?
    /// Additional parameters of the authorization request, such as a provider's extension.
    ///
    /// The request rejects a parameter that the client sends itself, or that contains a request object.
    public var additionalParameters: [String: String] {
        get { extensions ?? [:] }
        set { extensions = newValue.isEmpty ? nil : newValue }
    }
    /// Absent in sessions that an older version has stored.
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

extension SignInOptions {
    /// Only `claims` can make a value essential; `acr_values` repeats it for providers that do not read `claims`.
    var parameters: FormParameters {
        let contexts = acrValues + essentialACRValues.filter { !acrValues.contains($0) }
        var parameters = FormParameters()
        parameters.append("prompt", prompt?.rawValue)
        parameters.append("login_hint", loginHint)
        parameters.append("domain_hint", domainHint)
        parameters.append("ui_locales", uiLocales.isEmpty ? nil : uiLocales.joined(separator: " "))
        parameters.append("max_age", maxAge.map(Self.wholeSeconds))
        parameters.append("acr_values", contexts.isEmpty ? nil : contexts.joined(separator: " "))
        let contextClaims =
            essentialACRValues.isEmpty ? nil : ClaimsRequest(essentialIDTokenClaim: "acr", values: essentialACRValues)
        parameters.append("claims", (contextClaims?.merging(claims) ?? claims)?.json)
        parameters.append("authorization_details", authorizationDetails?.json)
        for (name, value) in additionalParameters.sorted(by: { $0.key < $1.key }) where !Self.reserved.contains(name) {
            parameters.append(name, value)
        }
        return parameters
    }

    /// Another program may have written the session's request, and not every duration has a number of seconds.
    private static func wholeSeconds(_ time: Duration) -> String {
        String(min(max(time, .zero), .seconds(UInt32.max)).components.seconds)
    }

    /// The names of additional parameters that the client sends itself, or that could replace those.
    package var reservedParameters: [String] { additionalParameters.keys.filter(Self.reserved.contains).sorted() }

    private static let reserved: Set<String> = [
        "client_id", "response_type", "redirect_uri", "scope", "state", "nonce", "code_challenge",
        "code_challenge_method", "response_mode", "prompt", "login_hint", "domain_hint", "ui_locales", "max_age",
        "acr_values", "claims", "request", "request_uri", "id_token_hint", "dpop_jkt", "client_secret",
        "client_assertion", "client_assertion_type", "code_verifier", "resource", "authorization_details",
    ]
}
