// SPDX-License-Identifier: Apache-2.0
import OAuth
import TenantDirectory

extension SampleApp {
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
}
