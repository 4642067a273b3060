// SPDX-License-Identifier: Apache-2.0
import OAuthMessages
import SQLiteRecords
import TenantDirectory

/// The sample apps of a new tenant, which need no registration; their secrets are public.
package enum SampleApp {
    /// Aldervale Instruments, which registered the sample apps for work and personal accounts.
    package static let homeID = "2ee50c57-e78f-47f6-a18d-8f6aae007694"
    /// Also the client ID of the `tessera` command.
    package static let quickStartID = "7d2d5ac8-1e5c-4b0e-9a40-6c1f2e3b8a10"

    static let all = [quickStart, quickStartWeb, nightlyReport, web, singlePage, tasks] + forCustomers

    private static let quickStart = RegisteredApp(
        id: quickStartID, tenantID: homeID, displayName: "QuickStart",
        redirectURIs: [
            "http://localhost", "urn:ietf:wg:oauth:2.0:oob",
            "https://login.microsoftonline.com/common/oauth2/nativeclient", "msal\(quickStartID)://auth",
        ],
        consentedScopes: ["\(RegisteredApp.graphID)/\(GraphPermission.all.rawValue)", "\(tasksID)/\(tasksScope)"]
    ) { $0.signInAudience = .organizationsAndPersonal }

    package static let quickStartWebID = "4be1a7d2-60c9-4f35-8e1b-95d30c7f26a8"
    package static let quickStartWebSecret = "sample-secret-of-quickstart-on-the-web"
    package static let quickStartWebPath = "/sign-in/people"

    /// The same app with a server, which can keep a secret; ports on loopback are free.
    static let quickStartWeb = RegisteredApp(
        id: quickStartWebID, tenantID: homeID, displayName: "QuickStart on the web",
        redirectURIs: webAddresses(quickStartWebPath),
        consentedScopes: ["\(RegisteredApp.graphID)/\(GraphPermission.all.rawValue)", "\(tasksID)/\(tasksScope)"]
            + ScopeSet.openIDConnect.scopes
    ) {
        $0.signInAudience = .organizationsAndPersonal
        $0.passwordCredentials = [PasswordCredential(secret: quickStartWebSecret)]
    }

    private static func webAddresses(_ path: String) -> [String] {
        ["http://localhost", "http://127.0.0.1", "https://localhost"].flatMap {
            ["\($0)\(path)", "\($0)/sign-out/done"]
        }
    }

    package static let tasksID = "b3f0c6de-52f4-4e0b-8f0d-2a9c7f51d6e4"
    package static let tasksURI = "api://tasks"
    package static let tasksScope = "Tasks.ReadWrite"
    package static let tasksSecret = "sample-secret-of-the-task-list"

    static let tasks = RegisteredApp(
        id: tasksID, tenantID: homeID, displayName: "Task list", identifierURI: tasksURI, scopes: [tasksScope],
        consentedScopes: ["\(RegisteredApp.graphID)/\(GraphPermission.own.rawValue)"] + ScopeSet.openIDConnect.scopes
    ) {
        $0.signInAudience = .organizationsAndPersonal
        $0.passwordCredentials = [PasswordCredential(secret: tasksSecret)]
        $0.permissionTexts = [
            PermissionText(
                scope: tasksScope, title: "Read and change your task list",
                sentence: "The app can see, add, change, and remove your tasks.")
        ]
    }

    package static let nightlyReportID = "e1a7c3d9-4b62-4f08-a5d1-83b90f6c2e47"
    package static let nightlyReportSecret = "sample-secret-of-the-nightly-report"

    static let nightlyReport = RegisteredApp(id: nightlyReportID, tenantID: homeID, displayName: "Nightly report") {
        $0.passwordCredentials = [PasswordCredential(secret: nightlyReportSecret)]
        $0.assignedRoles = ["\(RegisteredApp.graphID)/\(GraphPermission.all.rawValue)"]
    }

    static func secret(of clientID: String) -> String? {
        [
            nightlyReportID: nightlyReportSecret, tasksID: tasksSecret, webID: webSecret,
            quickStartWebID: quickStartWebSecret, customerWebID: customerWebSecret,
        ][clientID]
    }

    package static let webID = "c8d4f1a6-3b79-4e25-9f60-d17a2e8b5c43"
    package static let webSecret = "sample-secret-of-the-visitor-book"
    package static let singlePageID = "f27b9e50-6a14-4c8d-b3e7-05d9c1a8f642"

    static let web = RegisteredApp(
        id: webID, tenantID: homeID, displayName: "Visitor book",
        redirectURIs: [
            "http://localhost:5000/signin-oidc", "https://localhost:5001/signin-oidc",
            "http://localhost:5000/signout-callback-oidc", "http://localhost:5000/sign-out/done",
        ]
    ) {
        $0.signInAudience = .organizationsAndPersonal
        $0.logoutURL = "http://localhost:5000/signout-oidc"
        $0.passwordCredentials = [PasswordCredential(secret: webSecret)]
        $0.implicitGrantSettings = ImplicitGrantSettings(enableIDTokenIssuance: true, enableAccessTokenIssuance: true)
    }

    static let singlePage = RegisteredApp(id: singlePageID, tenantID: homeID, displayName: "Noticeboard") {
        $0.signInAudience = .organizationsAndPersonal
        $0.spaRedirectURIs = ["http://localhost:3000"]
    }

    /// Azure AD B2C.
    package static let customersID = "c0a7e1d2-94f3-4d6b-8b6e-5f0c3a2e7b18"
    package static let customersDomain = "aldervalecustomers.onmicrosoft.com"
    package static let customerTasksID = "5a3f8e0b-6f0d-4c1e-9d57-21b4c8e9a7f3"
    package static let customerTasksURI = "https://\(customersDomain)/tasks"
    package static let taskWidgetID = "e41b7c93-58d2-4f06-b3aa-9c0d6e8f2a15"
    package static let customerPortalID = "b7d1f0a4-2c63-4e8d-9f15-6a0e3c9b7d28"
    /// The names of flows are those in URLs.
    package static let signUpOrSignInFlow = "b2c_1_susi"
    package static let passwordResetFlow = "b2c_1_reset"
    package static let profileEditFlow = "b2c_1_edit_profile"
    package static let tasksReadScope = "Tasks.Read"

    static let forCustomers = [customerTasks, customerWeb, taskWidget, customerPortal]

    private static let customerTasks = RegisteredApp(
        id: customerTasksID, tenantID: customersID, displayName: "Task list for customers",
        redirectURIs: [
            "urn:ietf:wg:oauth:2.0:oob", "http://localhost",
            "https://login.microsoftonline.com/tfp/oauth2/nativeclient", "com.example.tasklist://auth",
        ],
        identifierURI: customerTasksURI, scopes: [tasksScope, tasksReadScope],
        consentedScopes: ["\(customerTasksID)/\(tasksScope)", "\(customerTasksID)/\(tasksReadScope)"])

    package static let customerWebID = "d90f3b57-1e48-4a6c-a2d7-38c5e6f10b94"
    package static let customerWebSecret = "sample-secret-of-the-task-list-on-the-web"
    package static let customerWebPath = "/sign-in/tasks"

    private static let customerWeb = RegisteredApp(
        id: customerWebID, tenantID: customersID, displayName: "Task list on the web",
        redirectURIs: webAddresses(customerWebPath), consentedScopes: ["\(customerTasksID)/\(tasksScope)"]
    ) { $0.passwordCredentials = [PasswordCredential(secret: customerWebSecret)] }

    private static let customerPortal = RegisteredApp(
        id: customerPortalID, tenantID: customersID, displayName: "Customer portal",
        redirectURIs: ["http://localhost", "msal\(customerPortalID)://auth"],
        consentedScopes: ["\(customerTasksID)/\(tasksScope)", "\(customerTasksID)/\(tasksReadScope)"])

    private static let taskWidget = RegisteredApp(
        id: taskWidgetID, tenantID: customersID, displayName: "Task widget",
        redirectURIs: ["http://localhost", "com.example.taskwidget://auth"],
        consentedScopes: ["\(customerTasksID)/\(tasksScope)", "\(customerTasksID)/\(tasksReadScope)"])

    /// Registers the page that ends the sessions of QuickStart on the web when a person signs out at the tenant.
    ///
    /// It is a whole URL, because only redirect URIs leave the port free. ID tokens then name the session to end.
    static func registerQuickStartLogout(at address: String, in database: Database) throws {
        guard var app = try RegisteredApp.fetchOne(database, key: quickStartWebID) else { return }
        app.logoutURL = address
        if !app.optionalClaims.idToken.contains("sid") { app.optionalClaims.idToken.append("sid") }
        try app.update(database)
    }
}
