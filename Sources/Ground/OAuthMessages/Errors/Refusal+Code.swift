// SPDX-License-Identifier: Apache-2.0
extension Refusal {
    /// The code of a check.
    ///
    /// The set is open: a `switch` over it needs a `default`.
    public struct Code: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
        /// The name, for a log or a metric label.
        public let rawValue: String

        /// Creates a code.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The name.
        public var description: String { rawValue }

        /// Lets `catch` match a code: `catch Refusal.Code.signInRequired { … }`.
        public static func ~= (code: Self, error: any Error) -> Bool { (error as? Refusal)?.code == code }
    }
}

extension Refusal.Code {
    private init(_ name: String) { self.init(rawValue: name) }

    // Settings
    /// A client registration lacks a setting that this request needs, or contains an invalid URL.
    public static let registrationMalformed = Self("registrationMalformed")
    /// An account belongs to a client registration that the account store does not have.
    public static let registrationUnknown = Self("registrationUnknown")
    /// The client's key or certificate cannot be read, or cannot sign.
    public static let clientKeyMalformed = Self("clientKeyMalformed")
    /// The client's assertion from another service is missing.
    public static let clientAssertionUnavailable = Self("clientAssertionUnavailable")

    // The provider's metadata
    /// The metadata does not follow OpenID Connect Discovery §3.
    public static let metadataMalformed = Self("metadataMalformed")
    /// The metadata names a different issuer than the requested one.
    public static let metadataIssuerMismatch = Self("metadataIssuerMismatch")
    /// A URL has no host, or an ambiguous one. RFC 3986 §3.2.2
    public static let hostMalformed = Self("hostMalformed")
    /// A URL is neither `https` nor on loopback.
    public static let addressInsecure = Self("addressInsecure")
    /// The provider has no authorization endpoint.
    public static let authorizationEndpointMissing = Self("authorizationEndpointMissing")
    /// The provider has no token endpoint.
    public static let tokenEndpointMissing = Self("tokenEndpointMissing")
    /// The key set cannot be read, or contains no key.
    public static let keySetMalformed = Self("keySetMalformed")
    /// The provider publishes no keys, so its signatures cannot be validated.
    public static let keySetMissing = Self("keySetMissing")
    /// The provider's metadata does not list PKCE with S256. RFC 7636
    public static let proofKeyUnsupported = Self("proofKeyUnsupported")
    /// The provider does not support pushed authorization requests. RFC 9126
    public static let pushedRequestUnsupported = Self("pushedRequestUnsupported")
    /// The response to a pushed authorization request does not follow RFC 9126 §2.2.
    public static let pushedRequestMalformed = Self("pushedRequestMalformed")
    /// A registration or its provider does not meet the registration's security profile.
    public static let securityProfileUnmet = Self("securityProfileUnmet")
    /// An additional parameter has the name of one that the client itself sends.
    public static let parameterReserved = Self("parameterReserved")

    // The API
    /// The API does not name its authorization server. RFC 9728
    public static let resourceMetadataMissing = Self("resourceMetadataMissing")
    /// The API's metadata cannot be read. RFC 9728 §3.3
    public static let resourceMetadataMalformed = Self("resourceMetadataMalformed")
    /// The metadata is for another API, or on another host. RFC 9728 §3.3
    public static let resourceMismatch = Self("resourceMismatch")

    /// The user did not agree to sign in at the provider that the API names.
    public static let providerDeclined = Self("providerDeclined")
    /// The provider that the API names does not support dynamic registration, and the app has no client ID for it.
    public static let clientRegistrationUnsupported = Self("clientRegistrationUnsupported")
    /// The response to a client registration request does not follow RFC 7591 §3.2.
    public static let clientRegistrationMalformed = Self("clientRegistrationMalformed")
    /// A public API names an address in a private network, or on this machine.
    public static let addressNotPublic = Self("addressNotPublic")

    // The redirect
    /// The redirect went to a different URI than requested.
    public static let redirectMismatch = Self("redirectMismatch")
    /// The redirect does not have this request's `state`.
    public static let stateMismatch = Self("stateMismatch")
    /// The redirect's `iss` names another provider. RFC 9207
    public static let redirectIssuerMismatch = Self("redirectIssuerMismatch")
    /// The request to complete belongs to another registration or provider.
    public static let requestMismatch = Self("requestMismatch")
    /// The redirect contains neither a code nor an error.
    public static let codeMissing = Self("codeMissing")
    /// A parameter occurs more than once.
    public static let duplicateParameter = Self("duplicateParameter")

    // The device authorization
    /// The provider does not support sign-in with a device code.
    public static let deviceAuthorizationUnsupported = Self("deviceAuthorizationUnsupported")
    /// The device authorization response does not follow RFC 8628 §3.2.
    public static let deviceAuthorizationMalformed = Self("deviceAuthorizationMalformed")
    /// The device code expired before the user responded.
    public static let deviceCodeExpired = Self("deviceCodeExpired")

    // The token response
    /// The token response does not follow RFC 6749 §5.1.
    public static let tokenResponseMalformed = Self("tokenResponseMalformed")
    /// This client does not support the type of the token.
    public static let tokenTypeUnsupported = Self("tokenTypeUnsupported")
    /// The token is not bound to the client's key, although the client requested that. RFC 9449 §5
    public static let tokenNotBound = Self("tokenNotBound")
    /// The provider's token lacks a requested scope, or has another one.
    public static let scopeNotGranted = Self("scopeNotGranted")
    /// The token response has no ID token, although the request included `openid`.
    public static let idTokenMissing = Self("idTokenMissing")

    // A token's signature and claims
    /// The token is not a signed token in the allowed format.
    public static let tokenMalformed = Self("tokenMalformed")
    /// The token's signature uses a disallowed algorithm.
    public static let algorithmNotAllowed = Self("algorithmNotAllowed")
    /// The provider has no key with the token's `kid`.
    public static let keyUnknown = Self("keyUnknown")
    /// The provider publishes the token's key for another issuer.
    public static let keyIssuerMismatch = Self("keyIssuerMismatch")
    /// The signature is invalid.
    public static let signatureInvalid = Self("signatureInvalid")
    /// `iss` does not name the provider.
    public static let issuerMismatch = Self("issuerMismatch")
    /// `aud` does not name this client or API.
    public static let audienceMismatch = Self("audienceMismatch")
    /// `azp` names another client.
    public static let authorizedPartyMismatch = Self("authorizedPartyMismatch")
    /// `exp` has passed.
    public static let expired = Self("expired")
    /// `nbf` is in the future.
    public static let notYetValid = Self("notYetValid")
    /// `iat` is in the future.
    public static let issuedInFuture = Self("issuedInFuture")
    /// A refreshed ID token was issued before the earlier one. OpenID Connect Core §12.2
    public static let idTokenOutdated = Self("idTokenOutdated")
    /// `nonce` is not the one of this request.
    public static let nonceMismatch = Self("nonceMismatch")
    /// A required claim is missing or has the wrong type.
    public static let claimMissing = Self("claimMissing")
    /// The profile response does not identify the user.
    public static let profileMalformed = Self("profileMalformed")
    /// The token is for a different user than before.
    public static let subjectMismatch = Self("subjectMismatch")
    /// The user authenticated longer ago than `max_age` allows.
    public static let authenticationTooOld = Self("authenticationTooOld")
    /// `acr` is not one of the required authentication context class references.
    public static let authenticationContextMismatch = Self("authenticationContextMismatch")
    /// `at_hash` does not match the access token that came with the ID token.
    public static let accessTokenHashMismatch = Self("accessTokenHashMismatch")
    /// `c_hash` does not match the code that came with the ID token.
    public static let codeHashMismatch = Self("codeHashMismatch")
    /// The token's claims show that it is not an ID token.
    public static let notAnIDToken = Self("notAnIDToken")
    /// The token has no logout event.
    public static let notALogoutToken = Self("notALogoutToken")
    /// The token is from a different user flow than the requested one.
    public static let userFlowMismatch = Self("userFlowMismatch")
    /// The token is from a directory that the app does not admit.
    public static let directoryNotAdmitted = Self("directoryNotAdmitted")
    /// The token is an ID token or a logout token, which grant no access.
    public static let notAnAccessToken = Self("notAnAccessToken")

    // The provider's claims about a user
    /// The provider has no UserInfo endpoint.
    public static let userInfoUnsupported = Self("userInfoUnsupported")
    /// The UserInfo response does not follow OpenID Connect Core §5.3.2.
    public static let userInfoMalformed = Self("userInfoMalformed")

    // Accounts
    /// There is no account, or its sign-in has ended.
    public static let signInRequired = Self("signInRequired")
    /// The app data for an account is too large.
    public static let userDataTooLarge = Self("userDataTooLarge")
}
