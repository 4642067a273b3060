// SPDX-License-Identifier: Apache-2.0
import Foundation
import MicrosoftIdentity
import SignIn

extension Settings {
    /// The account type of Microsoft's sample.
    package static let registrationName = "myGraphService"

    /// Reads the keys of QuickStart's file; `nil` if there are problems, which the reader collects.
    init?(quickStart reader: inout SettingsReader) {
        let authority = reader.value(
            "authority", "an address such as https://login.microsoftonline.com/common",
            readingOrSaying: Authority.init)
        let clientID = reader.value("clientId", SettingsValue.clientIDRemedy, SettingsValue.word)
        let redirectURI = reader.value("redirectUri", SettingsValue.redirectRemedy, SettingsValue.redirectURI)
        let scopes = reader.value(
            "scopes", "permissions such as openid offline_access User.Read.All", SettingsValue.scopes)
        let graph = reader.value("graphAPI", "an address such as https://graph.microsoft.com/", SettingsValue.address)
        let version = reader.value("api-version", "a version such as v1.0") {
            // The version becomes a part of an address.
            $0.wholeMatch(of: #/[A-Za-z0-9][A-Za-z0-9._-]*/#).map { String($0.0) }
        }
        let secret = reader.optional("secret")
        let tasks = TaskSettings(quickStart: &reader)
        let group = reader.accountGroup()
        guard reader.problems.isEmpty, let authority, let clientID, let redirectURI, let scopes, let graph,
            let version
        else { return nil }
        var registration = ClientRegistration(
            name: Self.registrationName, authority: authority, clientID: clientID,
            authentication: ClientAuthentication(secret: secret),
            redirectURI: redirectURI, scopes: scopes)
        // Every front answers claims challenges, so Graph may end a token early.
        registration.clientCapabilities = ["cp1"]
        self.init(.quickStart, registration, signInPages: SignInPages(of: authority))
        self.graph = graph.appending(path: version)
        self.tasks = tasks
        accountGroup = group
    }
}
