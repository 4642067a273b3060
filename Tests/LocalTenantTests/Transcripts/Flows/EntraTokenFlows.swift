// SPDX-License-Identifier: Apache-2.0
@testable import LocalTenant
@testable import TenantDirectory
@testable import TenantFixtures

extension TranscriptFlow {
    static let tokens = [
        Flow("entra-refresh", "A refresh token is used twice: each use gives a new one, the old one stays.") { stage in
            let token = try await stage.tokens()["refresh_token"] ?? ""
            let form = FormParameters.refreshing(token).with("scope", "openid profile offline_access User.Read.All")
            _ = try await stage.site.token(form)
            _ = try await stage.site.token(form)
        },
        Flow("entra-refresh-other-resource", "One refresh token gives tokens for another API.") { stage in
            let token = try await stage.tokens()["refresh_token"] ?? ""
            _ = try await stage.site.token(
                .refreshing(token).with("scope", "\(SampleApp.tasksURI)/\(SampleApp.tasksScope) offline_access"))
        },
        Flow("entra-client-credentials-secret", "An app without a person shows its secret, in both ways.") { stage in
            _ = try await stage.site.token(.nightlyReport)
            let form = FormParameters.nightlyReport.without("client_id").without("client_secret")
                .with("scope", "\(SampleApp.tasksURI)/.default")
            let secret = Data("\(SampleApp.nightlyReportID):\(SampleApp.nightlyReportSecret)".utf8)
            _ = try await stage.site.token(form, fields: [.authorization: "Basic \(secret.base64EncodedString())"])
        },
        Flow("entra-client-credentials-certificate", "An app signs an assertion with its certificate's key.") { stage in
            var app = RegisteredApp.sample(id: AssertionVectors.clientID)
            app.keyCredentials = [KeyCredential(certificate: AssertionVectors.rsaCertificate)]
            try await stage.site.add(app)
            _ = try await stage.site.token(.asserting(AssertionVectors.rs256, clientID: AssertionVectors.clientID))
        },
        Flow("entra-client-credentials-federated", "An app shows a token of another issuer, which is asked.") { stage in
            var app = RegisteredApp.sample(id: AssertionVectors.clientID)
            app.federatedIdentityCredentials = [
                FederatedIdentityCredential(issuer: AssertionVectors.issuer, subject: AssertionVectors.subject)
            ]
            try await stage.site.add(app)
            _ = try await stage.site.token(.asserting(AssertionVectors.federated, clientID: AssertionVectors.clientID))
        },
        Flow("entra-password", "An app that asked for the password itself.") { stage in
            _ = try await stage.site.send(.get, "/common/userrealm/ana.silva@\(Site.domain)?api-version=1.0")
            _ = try await stage.site.token(.password)
            _ = try await stage.site.token(.password.with("password", "wrong"))
        },
        Flow("entra-device-code", "A device waits while somebody signs in elsewhere.") { stage in
            let codes = try await stage.site.deviceCodes()
            _ = try await stage.site.token(.polling(codes.device))
            _ = try await stage.browser.approve(codes.user)
            stage.site.clock.advance(by: .seconds(5))
            _ = try await stage.site.token(.polling(codes.device))
            _ = try await stage.site.token(.polling(codes.device))
        },
        Flow("entra-device-code-short", "The short spelling of the grant, as msal-node sends it, and a no.") { stage in
            try await stage.join()
            let codes = try await stage.site.deviceCodes()
            let page = try await stage.browser.submit(
                try await stage.browser.get("/devicelogin"), ["user_code": codes.user])
            _ = try await stage.browser.submit(page, ["cancel": "1"])
            _ = try await stage.site.token(.polling(codes.device).with("grant_type", "device_code"))
        },
        Flow("entra-on-behalf-of", "The task API asks Graph on behalf of its caller.") { stage in
            let token = try await stage.prepare { try await $0.site.tasksToken() }
            _ = try await stage.site.token(.onBehalf(token))
        },
    ]
}
