// SPDX-License-Identifier: Apache-2.0
extension Refusal {
    /// The name of one check.
    ///
    /// The set is open: switch over it with a `default`.
    public struct Code: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
        /// The name, for a log or a metric label.
        public let rawValue: String

        /// Creates a code.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The name.
        public var description: String { rawValue }

        /// Lets `catch` name a code: `catch Refusal.Code.signInRequired { … }`.
        public static func ~= (code: Self, error: any Error) -> Bool { (error as? Refusal)?.code == code }
    }
}

extension Refusal.Code {
    private init(_ name: String) { self.init(rawValue: name) }

    // Settings
    /// A client registration lacks a setting that this request needs, or holds an invalid address.
    public static let registrationMalformed = Self("registrationMalformed")
    /// An account belongs to a client registration that the account store does not have.
    public static let registrationUnknown = Self("registrationUnknown")
    /// The key or the certificate of a client cannot be read, or cannot sign.
    public static let clientKeyMalformed = Self("clientKeyMalformed")
    /// The assertion that another service makes for a client is not there.
    public static let clientAssertionUnavailable = Self("clientAssertionUnavailable")

    // The provider's metadata
    /// The metadata does not follow OpenID Connect Discovery §3.
    public static let metadataMalformed = Self("metadataMalformed")
    /// The metadata names another issuer than the requested one.
    public static let metadataIssuerMismatch = Self("metadataIssuerMismatch")
    /// An address is neither `https` nor on loopback.
    public static let addressInsecure = Self("addressInsecure")
    /// The provider has no authorization endpoint.
    public static let authorizationEndpointMissing = Self("authorizationEndpointMissing")
    /// The provider has no token endpoint.
    public static let tokenEndpointMissing = Self("tokenEndpointMissing")
    /// The key set cannot be read or holds no key.
    public static let keySetMalformed = Self("keySetMalformed")
    /// The provider publishes no keys, so its signatures cannot be checked.
    public static let keySetMissing = Self("keySetMissing")
    /// The provider does not support PKCE with S256, by its metadata. RFC 7636
    public static let proofKeyUnsupported = Self("proofKeyUnsupported")
    /// The provider takes no pushed authorization requests. RFC 9126
    public static let pushedRequestUnsupported = Self("pushedRequestUnsupported")
    /// The response to a pushed authorization request does not follow RFC 9126 §2.2.
    public static let pushedRequestMalformed = Self("pushedRequestMalformed")
    /// A registration or its provider is weaker than the security profile that the registration chose.
    public static let securityProfileUnmet = Self("securityProfileUnmet")
    /// An additional parameter of the request has the name of one that the client sends itself.
    public static let parameterReserved = Self("parameterReserved")

    // The API
    /// The API does not say who issues its tokens. RFC 9728
    public static let resourceMetadataMissing = Self("resourceMetadataMissing")
    /// The API's description of itself cannot be read. RFC 9728 §3.3
    public static let resourceMetadataMalformed = Self("resourceMetadataMalformed")
    /// The description is of another API, or at another host. RFC 9728 §3.3
    public static let resourceMismatch = Self("resourceMismatch")

    /// The person did not agree to sign in at the provider that the API names.
    public static let providerDeclined = Self("providerDeclined")
    /// The provider that the API names registers no client by itself, and the app brings none.
    public static let clientRegistrationUnsupported = Self("clientRegistrationUnsupported")
    /// The response to the registration of a client does not follow RFC 7591 §3.2.
    public static let clientRegistrationMalformed = Self("clientRegistrationMalformed")
    /// An API on the internet names an address of a private network, or of this machine.
    public static let addressNotPublic = Self("addressNotPublic")

    // The redirect
    /// The redirect went to another address than the request named.
    public static let redirectMismatch = Self("redirectMismatch")
    /// The redirect does not carry the `state` of this request.
    public static let stateMismatch = Self("stateMismatch")
    /// The redirect's `iss` names another provider. RFC 9207
    public static let redirectIssuerMismatch = Self("redirectIssuerMismatch")
    /// The request to finish belongs to another registration or another provider.
    public static let requestMismatch = Self("requestMismatch")
    /// The redirect carries neither a code nor an error.
    public static let codeMissing = Self("codeMissing")
    /// A parameter occurs more than once.
    public static let duplicateParameter = Self("duplicateParameter")

    // The device authorization
    /// The provider does not support sign-in with a code on another device.
    public static let deviceAuthorizationUnsupported = Self("deviceAuthorizationUnsupported")
    /// The device authorization response does not follow RFC 8628 §3.2.
    public static let deviceAuthorizationMalformed = Self("deviceAuthorizationMalformed")
    /// The device code expired before the person answered.
    public static let deviceCodeExpired = Self("deviceCodeExpired")

    // The token response
    /// The token response does not follow RFC 6749 §5.1.
    public static let tokenResponseMalformed = Self("tokenResponseMalformed")
    /// This client does not support the type of the token.
    public static let tokenTypeUnsupported = Self("tokenTypeUnsupported")
    /// The token is not bound to the client's key although the client asked for that. RFC 9449 §5
    public static let tokenNotBound = Self("tokenNotBound")
    /// The provider's token lacks a requested scope, or has another one.
    public static let scopeNotGranted = Self("scopeNotGranted")
    /// The token response has no ID token although the request had `openid`.
    public static let idTokenMissing = Self("idTokenMissing")

    // A token's signature and claims
    /// The token is not a signed token of the allowed shape.
    public static let tokenMalformed = Self("tokenMalformed")
    /// The token's signature uses an algorithm that is not allowed.
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
    /// `nbf` has not come yet.
    public static let notYetValid = Self("notYetValid")
    /// `iat` lies in the future.
    public static let issuedInFuture = Self("issuedInFuture")
    /// `nonce` is not the one of this request.
    public static let nonceMismatch = Self("nonceMismatch")
    /// A required claim is missing or has the wrong type.
    public static let claimMissing = Self("claimMissing")
    /// The response of a profile call does not name the person.
    public static let profileMalformed = Self("profileMalformed")
    /// The token names another person than before.
    public static let subjectMismatch = Self("subjectMismatch")
    /// The person authenticated longer ago than `max_age` allows.
    public static let authenticationTooOld = Self("authenticationTooOld")
    /// `acr` is not one of the required authentication context class references.
    public static let authenticationContextMismatch = Self("authenticationContextMismatch")
    /// `at_hash` does not fit the access token that came with the ID token.
    public static let accessTokenHashMismatch = Self("accessTokenHashMismatch")
    /// `c_hash` does not fit the code that came with the ID token.
    public static let codeHashMismatch = Self("codeHashMismatch")
    /// The token is not an ID token, by its own claims.
    public static let notAnIDToken = Self("notAnIDToken")
    /// The token has no logout event.
    public static let notALogoutToken = Self("notALogoutToken")
    /// The token comes from another user flow than the requested one.
    public static let userFlowMismatch = Self("userFlowMismatch")
    /// The token is from a directory that the app does not admit.
    public static let directoryNotAdmitted = Self("directoryNotAdmitted")
    /// The token is an ID token or a logout token, which authorize nothing.
    public static let notAnAccessToken = Self("notAnAccessToken")

    // The provider's claims about a person
    /// The provider has no UserInfo endpoint.
    public static let userInfoUnsupported = Self("userInfoUnsupported")
    /// The UserInfo response does not follow OpenID Connect Core §5.3.2.
    public static let userInfoMalformed = Self("userInfoMalformed")

    // Accounts
    /// There is no account, or its sign-in has ended.
    public static let signInRequired = Self("signInRequired")
    /// The app's data for an account are too large.
    public static let userDataTooLarge = Self("userDataTooLarge")
}
