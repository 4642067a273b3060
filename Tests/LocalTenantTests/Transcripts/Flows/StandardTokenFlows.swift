// SPDX-License-Identifier: Apache-2.0
@testable import LocalTenant
@testable import TenantFixtures

extension TranscriptFlow {
    static let standardTokens = [
        Flow("standard-refresh", "Refresh tokens rotate; one that comes again ends its family (RFC 9700).") { stage in
            let first = try await stage.prepare { try await $0.site.standardTokens()["refresh_token"]?.string ?? "" }
            let tokens = try await stage.site.post("/op/token", .standardRefreshing(first)).object()
            _ = try await stage.site.post("/op/token", .standardRefreshing(first))
            _ = try await stage.site.post("/op/token", .standardRefreshing(tokens["refresh_token"]?.string ?? ""))
        },
        Flow("standard-revocation", "A refresh token ends, and an API hears of it (RFC 7009, 7662).") { stage in
            let tokens = try await stage.prepare {
                try await $0.site.standardTokens("openid offline_access orders.read").mapValues { $0.string ?? "" }
            }
            let access = tokens["access_token"] ?? ""
            _ = try await stage.site.post("/op/introspect", .asking(access))
            _ = try await stage.site.post(
                "/op/revoke",
                ["client_id": StandardSampleClient.nativeID, "token": tokens["refresh_token"] ?? ""])
            _ = try await stage.site.post("/op/introspect", .asking(access))
            _ = try await stage.site.post("/op/introspect", .asking(access).with("client_secret", "wrong"))
        },
        Flow("standard-client-credentials", "A service signs an assertion, and asks for itself (RFC 7523).") { stage in
            var claims = SampleServiceKey.claims(stage.site)
            claims["jti"] = .string("assertion-1")
            let form: FormParameters = [
                "grant_type": "client_credentials", "client_assertion_type": FormParameters.assertionType,
                "client_assertion": try SampleServiceKey.sign(claims), "scope": StandardSampleClient.apiScope,
            ]
            _ = try await stage.site.post("/op/token", form)
            _ = try await stage.site.post("/op/token", form)
        },
    ]

    static let graph = [
        Flow("graph-search", "The search of the QuickStart app, and advanced queries.") { stage in
            let token = try await stage.prepare { try await $0.site.graphToken() }
            let site = stage.site
            _ = try await site.graph("/users?%24filter=startswith%28givenName%2C%20%27An%27%29", token: token)
            let search = "/users?$search=%22displayName:ana%22&$count=true&$select=displayName,mail&$top=2"
            _ = try await site.graph(search, token: token, isEventual: true)
            _ = try await site.graph(search, token: token)
            _ = try await site.graph("/users?$filter=startswith(displayName,'')", token: token)
            _ = try await site.graph("/users?$filter=contains(displayName,'a')", token: token)
            _ = try await site.graph("/users?$top=1&$select=id,displayName", token: token)
        },
        Flow("graph-person", "Somebody reads the own profile, the manager, and somebody who is not there.") { stage in
            let token = try await stage.prepare { try await $0.site.graphToken() }
            for path in ["/me", "/me/manager", "/users/nobody@\(Site.domain)"] {
                _ = try await stage.site.graph(path, token: token)
            }
            let own = try await stage.prepare { try await $0.site.graphToken("openid User.Read") }
            _ = try await stage.site.graph("/users", token: own)
            _ = try await stage.site.send(.get, "/v1.0/me")
            _ = try await stage.site.graph("/me", token: "made-up")
            let app = try await stage.prepare {
                try await $0.site.token(.nightlyReport).object()["access_token"]?.string ?? ""
            }
            _ = try await stage.site.graph("/me", token: app)
        },
        Flow("graph-user-info", "UserInfo stands beside Graph.") { stage in
            let token = try await stage.prepare { try await $0.site.graphToken("openid profile email User.Read") }
            _ = try await stage.site.send(.get, "/oidc/userinfo", fields: [.authorization: "Bearer \(token)"])
            _ = try await stage.site.send(.get, "/oidc/userinfo")
        },
    ]
}
