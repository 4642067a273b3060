// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// An authorization request, with the secrets that its response is checked against.
///
/// `state`, `nonce` and proof key are fresh and always there. A web app keeps the value in its session between the two
/// requests; it holds secrets, so the session must be server-side or sealed.
///
/// RFC 6749 §4.1.1, RFC 7636 §4.3, OpenID Connect Core §3.1.2.1
public struct AuthorizationRequest: Sendable, Hashable, Codable {
    /// The provider's authorization endpoint.
    public let endpoint: URL
    /// The provider that must answer.
    public let issuer: String
    /// Whether the provider promised to name itself in the answer. RFC 9207
    public let expectsIssuer: Bool
    /// The app's id.
    public let clientID: String
    /// Where the answer is received, with the port that is really listened at.
    public let redirectURI: RedirectURI
    /// What is asked for.
    public let scopes: ScopeSet
    /// What of it is asked for besides the scopes of the app's registration.
    package let additionalScopes: ScopeSet
    /// Ties the answer to this browser.
    public let state: Redacted<String>
    /// Ties the ID token to this request.
    public let nonce: Redacted<String>
    /// Ties the code to this client.
    public let proofKey: ProofKey
    /// What the person should see, and what their sign-in must be worth.
    public let options: SignInOptions
    /// How the answer must travel; `nil` leaves it to the provider, which then uses the redirect's query.
    public let responseMode: ResponseMode?

    /// Makes a request; it cannot fail.
    ///
    /// - Parameters:
    ///   - clientID: The app's id.
    ///   - scopes: The scopes of the app's registration.
    ///   - additionalScopes: What to ask for besides.
    ///   - endpoint: The provider's authorization endpoint.
    ///   - issuer: The issuer that the provider's metadata names.
    ///   - expectsIssuer: Whether the metadata promises `iss` in the answer.
    ///   - redirectURI: Where the answer will be received.
    ///   - options: What the person should see.
    ///   - responseMode: How the answer must travel.
    ///   - random: Where `state`, `nonce` and proof key come from.
    package init(
        clientID: String, scopes: ScopeSet, additionalScopes: ScopeSet = [], endpoint: URL, issuer: String,
        expectsIssuer: Bool, redirectURI: RedirectURI, options: SignInOptions = SignInOptions(),
        responseMode: ResponseMode? = nil, random: RandomSource = .system
    ) {
        self.endpoint = endpoint
        self.issuer = issuer
        self.expectsIssuer = expectsIssuer
        self.clientID = clientID
        self.redirectURI = redirectURI
        self.scopes = scopes.union(additionalScopes)
        self.additionalScopes = additionalScopes
        self.options = options
        self.responseMode = responseMode
        state = Redacted(random.text())
        nonce = Redacted(random.text())
        proofKey = ProofKey(random: random)
    }

    /// The parameters of the request, in the order of the specification.
    public var parameters: FormParameters {
        var parameters: FormParameters = [
            "client_id": clientID, "response_type": "code", "redirect_uri": redirectURI.text, "scope": scopes.text,
            "state": state.revealed, "nonce": nonce.revealed,
            "code_challenge": proofKey.challenge, "code_challenge_method": "S256",
        ]
        parameters.append("response_mode", responseMode?.rawValue)
        for option in options.parameters.pairs { parameters.append(option.name, option.value) }
        return parameters
    }

    /// The address to open in a browser.
    ///
    /// Parameters that the endpoint already carries stay.
    public var url: URL { endpoint.adding(parameters) }
}
