// SPDX-License-Identifier: Apache-2.0
import OAuth
import TenantDirectory

/// The apps that a new platform knows, so that the samples run without any registration.
package enum SampleApp {
    /// The directory that registered the sample apps for work and personal accounts: Aldervale Instruments.
    package static let homeID = "2ee50c57-e78f-47f6-a18d-8f6aae007694"
    /// The client id of the QuickStart app and of the `tessera` command.
    package static let quickStartID = "7d2d5ac8-1e5c-4b0e-9a40-6c1f2e3b8a10"

    /// The sample apps.
    static let all = [quickStart, nightlyReport, web, singlePage, tasks] + forCustomers

    /// An administrator of its directory agreed to what only an administrator can, and to the task list; everything
    /// else, people are asked.
    private static let quickStart = RegisteredApp(
        id: quickStartID, tenantID: homeID, displayName: "QuickStart",
        redirectURIs: [
            "http://localhost", "urn:ietf:wg:oauth:2.0:oob",
            "https://login.microsoftonline.com/common/oauth2/nativeclient", "msal\(quickStartID)://auth",
        ],
        identifierURI: nil, scopes: [], accessTokenVersion: 2,
        consentedScopes: [
            "\(RegisteredApp.graphID)/\(GraphPermission.all.rawValue)", "\(tasksID)/\(tasksScope)",
        ],
        signInAudience: .organizationsAndPersonal)

    /// The client id of the task API.
    package static let tasksID = "b3f0c6de-52f4-4e0b-8f0d-2a9c7f51d6e4"
    /// The URI that names the task API.
    package static let tasksURI = "api://tasks"
    /// The one permission of the task API.
    package static let tasksScope = "Tasks.ReadWrite"
    /// Its secret, which is none: every local tenant has the same, and the home page names it.
    package static let tasksSecret = "sample-secret-of-the-task-list"

    /// It can ask Microsoft Graph on behalf of the people who call it, as an administrator of the company allowed.
    static let tasks = RegisteredApp(
        id: tasksID, tenantID: homeID, displayName: "Task list", redirectURIs: [], identifierURI: tasksURI,
        scopes: [tasksScope], accessTokenVersion: 2,
        consentedScopes: ["\(RegisteredApp.graphID)/\(GraphPermission.own.rawValue)"] + ScopeSet.openIDConnect.scopes,
        signInAudience: .organizationsAndPersonal,
        passwordCredentials: [PasswordCredential(secret: tasksSecret)],
        permissionTexts: [
            PermissionText(
                scope: tasksScope, title: "Read and change your task list",
                sentence: "The app can see your tasks, add new ones, and change or remove them.")
        ])

    /// The client id of the app that runs at night, when nobody is there to sign in.
    package static let nightlyReportID = "e1a7c3d9-4b62-4f08-a5d1-83b90f6c2e47"
    /// Its secret, which is none: every local tenant has the same, and the home page names it.
    package static let nightlyReportSecret = "sample-secret-of-the-nightly-report"

    /// It may read everybody in the directory, as an administrator of the company allowed.
    static let nightlyReport = RegisteredApp(
        id: nightlyReportID, tenantID: homeID, displayName: "Nightly report", redirectURIs: [], identifierURI: nil,
        scopes: [], accessTokenVersion: 2, consentedScopes: [], signInAudience: .organization,
        passwordCredentials: [PasswordCredential(secret: nightlyReportSecret)],
        assignedRoles: ["\(RegisteredApp.graphID)/\(GraphPermission.all.rawValue)"])

    /// The secret of a sample app, which everybody may know.
    static func secret(of clientID: String) -> String? {
        [nightlyReportID: nightlyReportSecret, tasksID: tasksSecret, webID: webSecret][clientID]
    }

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
