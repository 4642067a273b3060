// SPDX-License-Identifier: Apache-2.0
import TenantDirectory

extension SampleApp {
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
}
