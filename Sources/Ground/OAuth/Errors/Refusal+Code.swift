// SPDX-License-Identifier: Apache-2.0
extension Refusal {
    /// Names one check.
    ///
    /// The set is open: switch over it with a `default`.
    public struct Code: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
        /// The name, fit for a log or a metric label.
        public let rawValue: String

        /// Creates a code.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The name.
        public var description: String { rawValue }
    }
}

extension Refusal.Code {
    private init(_ name: String) { self.init(rawValue: name) }

    // Settings
    /// A client registration cannot be used for what is asked: something in it is no address, or is missing.
    public static let registrationMalformed = Self("registrationMalformed")
    /// An account belongs to a client registration that the account store was not told of.
    public static let registrationUnknown = Self("registrationUnknown")
    /// The key or the certificate of a client cannot be read, or cannot sign as it should.
    public static let clientKeyMalformed = Self("clientKeyMalformed")
    /// The assertion that somebody else makes for a client is not there.
    public static let clientAssertionUnavailable = Self("clientAssertionUnavailable")

    // What a provider says of itself
    /// The metadata is not what OpenID Connect Discovery §3 describes.
    public static let metadataMalformed = Self("metadataMalformed")
    /// The metadata speaks for an issuer that was not asked for.
    public static let metadataIssuerMismatch = Self("metadataIssuerMismatch")
    /// An address is neither `https` nor on loopback.
    public static let addressInsecure = Self("addressInsecure")
    /// The provider has no page at which people sign in.
    public static let authorizationEndpointMissing = Self("authorizationEndpointMissing")
    /// The provider has no endpoint that gives tokens.
    public static let tokenEndpointMissing = Self("tokenEndpointMissing")
    /// The key set cannot be read or holds no key.
    public static let keySetMalformed = Self("keySetMalformed")
    /// The provider publishes no keys, so nothing that it signs can be judged.
    public static let keySetMissing = Self("keySetMissing")
    /// The provider says that it does not do PKCE with S256. RFC 7636
    public static let proofKeyUnsupported = Self("proofKeyUnsupported")

    // The redirect
    /// The redirect went to another address than the one that was asked for.
    public static let redirectMismatch = Self("redirectMismatch")
    /// The redirect does not carry the `state` of this request.
    public static let stateMismatch = Self("stateMismatch")
    /// The redirect's `iss` names another provider. RFC 9207
    public static let redirectIssuerMismatch = Self("redirectIssuerMismatch")
    /// The request that is to be finished was made for another registration or another provider.
    public static let requestMismatch = Self("requestMismatch")
    /// The redirect carries neither a code nor an error.
    public static let codeMissing = Self("codeMissing")
    /// A parameter stands there more than once.
    public static let duplicateParameter = Self("duplicateParameter")

    // The device authorization
    /// The provider does not sign people in who type a code on another device.
    public static let deviceAuthorizationUnsupported = Self("deviceAuthorizationUnsupported")
    /// The device authorization is not what RFC 8628 §3.2 describes.
    public static let deviceAuthorizationMalformed = Self("deviceAuthorizationMalformed")
    /// Nobody answered before the device code ended.
    public static let deviceCodeExpired = Self("deviceCodeExpired")

    // The token response
    /// The token response is not what RFC 6749 §5.1 describes.
    public static let tokenResponseMalformed = Self("tokenResponseMalformed")
    /// The token is of a type that this client does not know how to present.
    public static let tokenTypeUnsupported = Self("tokenTypeUnsupported")
    /// The provider gave a token that allows less than was asked for, or something else.
    public static let scopeNotGranted = Self("scopeNotGranted")
    /// The token response has no ID token although `openid` was asked for.
    public static let idTokenMissing = Self("idTokenMissing")

    // A token's signature and claims
    /// The token is not a signed token of the allowed shape.
    public static let tokenMalformed = Self("tokenMalformed")
    /// The token is signed with an algorithm that was not agreed on.
    public static let algorithmNotAllowed = Self("algorithmNotAllowed")
    /// The provider has no key of the token's `kid`.
    public static let keyUnknown = Self("keyUnknown")
    /// The token is signed with a key that the provider publishes for another issuer.
    public static let keyIssuerMismatch = Self("keyIssuerMismatch")
    /// The signature does not hold.
    public static let signatureInvalid = Self("signatureInvalid")
    /// `iss` is not the provider.
    public static let issuerMismatch = Self("issuerMismatch")
    /// `aud` does not name us.
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
    /// A claim that must be there is missing or has the wrong type.
    public static let claimMissing = Self("claimMissing")
    /// The answer of a profile call does not say who signed in.
    public static let profileMalformed = Self("profileMalformed")
    /// The token speaks of another person than before.
    public static let subjectMismatch = Self("subjectMismatch")
    /// The person authenticated longer ago than `max_age` allows.
    public static let authenticationTooOld = Self("authenticationTooOld")
    /// `acr` is none of the authentication context class references that were demanded.
    public static let authenticationContextMismatch = Self("authenticationContextMismatch")
    /// `at_hash` is not of the access token that came with the ID token.
    public static let accessTokenHashMismatch = Self("accessTokenHashMismatch")
    /// `c_hash` is not of the code that came with the ID token.
    public static let codeHashMismatch = Self("codeHashMismatch")
    /// The token says of itself that it is for something else than to tell who signed in.
    public static let notAnIDToken = Self("notAnIDToken")
    /// The token does not say that somebody signed out.
    public static let notALogoutToken = Self("notALogoutToken")
    /// The token comes from another user flow than the one that was asked.
    public static let userFlowMismatch = Self("userFlowMismatch")
    /// The token is from a directory that the app does not let in.
    public static let directoryNotAdmitted = Self("directoryNotAdmitted")
    /// The token is an ID token or a logout token, which authorize nothing.
    public static let notAnAccessToken = Self("notAnAccessToken")

    // What the provider says of a person
    /// The provider has no UserInfo endpoint.
    public static let userInfoUnsupported = Self("userInfoUnsupported")
    /// The UserInfo response is not what OpenID Connect Core §5.3.2 describes.
    public static let userInfoMalformed = Self("userInfoMalformed")

    // Accounts
    /// There is no account, or its sign-in has ended.
    public static let signInRequired = Self("signInRequired")
    /// What an app wants to keep with an account is too large.
    public static let userDataTooLarge = Self("userDataTooLarge")
}
