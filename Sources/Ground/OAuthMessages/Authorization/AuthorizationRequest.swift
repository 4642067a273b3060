// SPDX-License-Identifier: Apache-2.0
public import PortableFoundation

/// An authorization request, with the secrets that its response must match.
///
/// Each request has a fresh `state`, `nonce`, and proof key. A web app keeps the value in its session until the
/// response arrives. It contains secrets, so the session must be server-side or encrypted.
///
/// ```swift
/// let request = try await flow.authorizationRequest()
/// await session.keep(request)  // on the server, because it contains secrets
/// return request.url  // redirect the browser to this URL
/// ```
///
/// RFC 6749 §4.1.1, RFC 7636 §4.3, OpenID Connect Core §3.1.2.1
public struct AuthorizationRequest: Sendable, Hashable, Codable {
    /// The provider's authorization endpoint.
    public let endpoint: URL
    /// The provider that must send the response.
    public let issuer: String
    /// Whether the response must carry `iss`: the provider's metadata promise it, or the client requires it. RFC 9207
    package let expectsIssuer: Bool
    /// The client's ID.
    public let clientID: String
    /// The URI that receives the response, with the listener's actual port.
    public let redirectURI: RedirectURI
    /// The requested scopes.
    public let scopes: ScopeSet
    package let additionalScopes: ScopeSet
    /// The API that the access token is for; `nil` leaves it to the scopes. RFC 8707 §2
    package let resource: String?
    /// Binds the response to this browser.
    package let state: Redacted<String>
    /// Binds the ID token to this request.
    package let nonce: Redacted<String>
    package let proofKey: ProofKey
    /// The requested pages, and how recent and how strong the authentication must be.
    public let options: SignInOptions
    /// How the response is sent; `nil` for the provider's default, the redirect's query.
    package let responseMode: ResponseMode?
    /// The key to which the code and its tokens are bound; `nil` for bearer tokens. RFC 9449 §10
    package let dpopKey: DPoPKey?
    /// The provider's name for the pushed request; the browser then sends nothing else. RFC 9126 §2.2
    package var pushedRequestURI: String?

    package init(
        clientID: String, scopes: ScopeSet, additionalScopes: ScopeSet = [], endpoint: URL, issuer: String,
        expectsIssuer: Bool, redirectURI: RedirectURI, resource: String? = nil,
        options: SignInOptions = SignInOptions(), responseMode: ResponseMode? = nil, dpopKey: DPoPKey? = nil,
        random: RandomSource = .system
    ) {
        self.endpoint = endpoint
        self.issuer = issuer
        self.expectsIssuer = expectsIssuer
        self.clientID = clientID
        self.redirectURI = redirectURI
        self.scopes = scopes.union(additionalScopes)
        self.additionalScopes = additionalScopes
        self.resource = resource
        self.options = options
        self.responseMode = responseMode
        self.dpopKey = dpopKey
        state = Redacted(random.text())
        nonce = Redacted(random.text())
        proofKey = ProofKey(random: random)
    }

    package var parameters: FormParameters {
        var parameters: FormParameters = [
            "client_id": clientID, "response_type": "code", "redirect_uri": redirectURI.text,
        ]
        // Without scopes, some providers grant the usual ones of the API. RFC 6749 §3.3
        parameters.append("scope", scopes.isEmpty ? nil : scopes.text)
        parameters.append("state", state.revealed)
        parameters.append("nonce", nonce.revealed)
        parameters.append("code_challenge", proofKey.challenge)
        parameters.append("code_challenge_method", "S256")
        parameters.append("resource", resource)
        parameters.append("dpop_jkt", dpopKey?.thumbprint)
        parameters.append("response_mode", responseMode?.rawValue)
        for option in options.parameters.pairs { parameters.append(option.name, option.value) }
        return parameters
    }

    /// The URL to open in a browser.
    ///
    /// It keeps the query parameters of the endpoint itself. RFC 9126 §4, RFC 9101 §5
    public var url: URL {
        guard let pushedRequestURI else { return endpoint.adding(parameters) }
        return endpoint.adding(["client_id": clientID, "request_uri": pushedRequestURI])
    }
}

/// How the provider sends its response through the browser.
///
/// ```swift
/// let request = try await flow.authorizationRequest(responseMode: .formPost)
/// await session.keep(request)  // until the form arrives: see SignInFlow.finish(form:answering:)
/// return request.url
/// ```
///
/// OAuth 2.0 Multiple Response Type Encoding Practices §2.1, OAuth 2.0 Form Post Response Mode
public enum ResponseMode: String, Sendable, Hashable, Codable {
    /// In the redirect's query, the default of every provider for a code.
    case query
    /// As a form that the browser posts to a web app's redirect URI, so no URL log contains the code. The post comes
    /// from another site, so it carries no `SameSite=Lax` or `Strict` cookies.
    case formPost = "form_post"
}

/// The response to a pushed authorization request. RFC 9126 §2.2
package struct PushedRequestResponse: Sendable {
    /// The value of `request_uri` in the browser, valid for one sign-in.
    package let requestURI: String

    /// Throws ``ServerError`` if the provider declined, otherwise ``Refusal`` (`pushedRequestMalformed`).
    package init(status: Int, body: Data) throws {
        let error = ServerError(status: status, body: body)
        // Some providers return 200.
        guard status == 201 || status == 200, error.code == .unspecified else { throw error }
        // Its lifetime is not read: the client uses it at once.
        requestURI = try ForeignJSON(body, orThrow: Self.malformed).required("request_uri")
        guard Self.isURI(requestURI) else { throw Self.malformed("has a 'request_uri' that is not an absolute URI") }
    }

    private static func malformed(_ defect: String) -> Refusal {
        Refusal(
            .pushedRequestMalformed,
            "the provider's response to the pushed request \(defect); report it to the provider")
    }

    /// An absolute URI without spaces, short enough for every browser and proxy.
    private static func isURI(_ text: String) -> Bool {
        (1...512).contains(text.utf8.count) && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
            && URL(string: text)?.scheme != nil
    }
}
