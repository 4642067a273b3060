// SPDX-License-Identifier: Apache-2.0
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
}
