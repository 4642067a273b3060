// SPDX-License-Identifier: Apache-2.0
import TenantDirectory

extension SampleApp {
    /// The client id of a web app with everything that a web app can be registered for.
    package static let webID = "c8d4f1a6-3b79-4e25-9f60-d17a2e8b5c43"
    /// Its secret, which is none: every local tenant has the same.
    package static let webSecret = "sample-secret-of-the-visitor-book"
    /// The client id of an app that runs in the browser alone.
    package static let singlePageID = "f27b9e50-6a14-4c8d-b3e7-05d9c1a8f642"

    /// It signs people in by a form, may have tokens from the authorization endpoint, and wants to hear who leaves.
    static let web = RegisteredApp(
        id: webID, tenantID: homeID, displayName: "Visitor book",
        redirectURIs: [
            "http://localhost:5000/signin-oidc", "https://localhost:5001/signin-oidc",
            "http://localhost:5000/signout-callback-oidc",
        ],
        identifierURI: nil, scopes: [], accessTokenVersion: 2, consentedScopes: [],
        signInAudience: .organizationsAndPersonal, logoutURL: "http://localhost:5000/signout-oidc",
        passwordCredentials: [PasswordCredential(secret: webSecret)],
        implicitGrantSettings: ImplicitGrantSettings(enableIDTokenIssuance: true, enableAccessTokenIssuance: true))

    /// Its code is redeemed in the browser, with a proof key.
    static let singlePage = RegisteredApp(
        id: singlePageID, tenantID: homeID, displayName: "Noticeboard", redirectURIs: [], identifierURI: nil,
        scopes: [], accessTokenVersion: 2, consentedScopes: [], signInAudience: .organizationsAndPersonal,
        spaRedirectURIs: ["http://localhost:3000"])
}
