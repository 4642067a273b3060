// SPDX-License-Identifier: Apache-2.0
/// The claims of Entra ID's tokens, by their meaning; what is `nil` is not written.
struct TokenClaims: Encodable {
    let audience: String
    let issuer: String
    let issuedAt: Int
    let notBefore: Int
    let tokenID: String
    var expiresAt = 0
    var subject = ""
    var version = ""
    var nonce: String?
    var name: String?
    var preferredUsername: String?
    var email: String?
    var objectID: String?
    var tenantID: String?
    var scopes: String?
    var roles: [String]?
    var authorizedParty: String?
    var authorizedPartyAuthentication: String?
    var appID: String?
    var appAuthentication: String?
    var authenticationContext: String?
    var authenticationMethods: [String]?
    var userPrincipalName: String?
    var uniqueName: String?
    var givenName: String?
    var familyName: String?
    var identityType: String?

    init(audience: String, issuer: String, issuedAt: Int, notBefore: Int, tokenID: String) {
        self.audience = audience
        self.issuer = issuer
        self.issuedAt = issuedAt
        self.notBefore = notBefore
        self.tokenID = tokenID
    }

    /// What `profile` adds to an ID token.
    mutating func addProfile(of person: DirectoryPerson) {
        name = person.displayName
        preferredUsername = person.userPrincipalName
        objectID = person.id
        tenantID = person.tenantID
    }

    /// Which app the token is for, and whether a secret proved that it is the one.
    mutating func addClient(_ client: AuthenticatedClient, isVersion2: Bool) {
        let authentication = client.method.claim
        version = isVersion2 ? "2.0" : "1.0"
        if isVersion2 {
            (authorizedParty, authorizedPartyAuthentication) = (client.app.id, authentication)
        } else {
            (appID, appAuthentication) = (client.app.id, authentication)
        }
    }

    /// What only access tokens of the first form say.
    mutating func addVersion1(of person: DirectoryPerson, grant: Grant) {
        authenticationContext = "1"
        authenticationMethods = grant.secondFactorAt == nil ? ["pwd"] : ["pwd", "mfa"]
        userPrincipalName = person.userPrincipalName
        uniqueName = person.userPrincipalName
        givenName = person.givenName
        familyName = person.surname
        identityType = "user"
    }

    enum CodingKeys: String, CodingKey {
        case nonce, name, email, roles
        case audience = "aud"
        case issuer = "iss"
        case issuedAt = "iat"
        case notBefore = "nbf"
        case tokenID = "uti"
        case expiresAt = "exp"
        case subject = "sub"
        case version = "ver"
        case preferredUsername = "preferred_username"
        case objectID = "oid"
        case tenantID = "tid"
        case scopes = "scp"
        case authorizedParty = "azp"
        case authorizedPartyAuthentication = "azpacr"
        case appID = "appid"
        case appAuthentication = "appidacr"
        case authenticationContext = "acr"
        case authenticationMethods = "amr"
        case userPrincipalName = "upn"
        case uniqueName = "unique_name"
        case givenName = "given_name"
        case familyName = "family_name"
        case identityType = "idtyp"
    }
}
