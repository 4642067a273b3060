// SPDX-License-Identifier: Apache-2.0

struct MutatedEndpoint: Sendable, CustomTestStringConvertible {
    typealias Good = RequestMutator.Good

    let name: String
    let good: @Sendable (Site) async throws -> Good

    init(_ name: String, _ good: @escaping @Sendable (Site) async throws -> Good) {
        (self.name, self.good) = (name, good)
    }

    init(_ method: HTTPRequest.Method = .get, asking path: String, _ form: FormParameters = [:], json: String? = nil) {
        self.init("\(method) \(path.prefix(90))") { _ in Good(method: method, path: path, form: form, json: json) }
    }

    var testDescription: String { name }

    static let all = entra + pages + userFlows + standard + graph + administration

    private static let place = "/\(Site.tenantID)"
    private static let logout: FormParameters = ["post_logout_redirect_uri": Site.redirectURI, "state": "a"]

    static let entra = [
        MutatedEndpoint(asking: "/common/v2.0/.well-known/openid-configuration"),
        MutatedEndpoint(asking: "\(place)/discovery/v2.0/keys", ["appid": Site.clientID]),
        MutatedEndpoint(
            asking: "/common/discovery/instance",
            ["api-version": "1.1", "authorization_endpoint": "http://127.0.0.1:4400/common/oauth2/v2.0/authorize"]),
        MutatedEndpoint(asking: "/common/userrealm/ana.silva@aldervale.example", ["api-version": "2.1"]),
        MutatedEndpoint(asking: "\(place)/oauth2/v2.0/authorize", .goodRequest),
        MutatedEndpoint(.post, asking: "/common/oauth2/v2.0/authorize", .goodRequest),
        MutatedEndpoint(.post, asking: Site.deviceCodePath, .device),
        MutatedEndpoint("a code") { Good(method: .post, path: Site.tokenPath, form: .redeeming(try await $0.code())) },
        MutatedEndpoint("a refresh token") { site in
            let token = try await site.tokens()["refresh_token"]?.string ?? ""
            return Good(method: .post, path: Site.tokenPath, form: .refreshing(token))
        },
        MutatedEndpoint("a device code") { site in
            Good(method: .post, path: Site.tokenPath, form: .polling(try await site.deviceCodes().device))
        },
        MutatedEndpoint(.post, asking: Site.tokenPath, .nightlyReport),
        MutatedEndpoint(asking: "\(place)/oauth2/v2.0/logout", logout),
        MutatedEndpoint(
            asking: "\(place)/v2.0/adminconsent",
            [
                "client_id": Site.clientID, "redirect_uri": Site.redirectURI, "state": "a",
                "scope": "https://graph.microsoft.com/User.Read.All",
            ]),
    ]

    static let pages = [
        MutatedEndpoint("login") { site in
            var browser = Browser(site)
            let form = try await browser.open(.goodRequest).form
            return Good(
                method: .post, path: form.action, form: form.fields.with("username", "ana.silva@aldervale.example"),
                fields: browser.cookieFields(for: form.action))
        },
        MutatedEndpoint("consent") { site in
            var browser = Browser(site)
            let form = try await browser.open(.goodRequest).form
            return Good(
                method: .post, path: "\(place)/consent", form: form.fields.with("answer", "accept"),
                fields: browser.cookieFields(for: "\(place)/consent"))
        },
        MutatedEndpoint("device page") { site in
            let codes = try await site.deviceCodes()
            var browser = Browser(site)
            let form = try await browser.get("/devicelogin").form
            return Good(
                method: .post, path: "/devicelogin", form: form.fields.with("user_code", codes.user),
                fields: browser.cookieFields(for: "/devicelogin"))
        },
        MutatedEndpoint(asking: "/error", ["code": "50126"]), MutatedEndpoint(asking: "/inbox", ["to": "a"]),
        MutatedEndpoint(asking: "/"),
        MutatedEndpoint(asking: "/myapps"), MutatedEndpoint(.post, asking: "/error", ["code": "AADSTS50126"]),
    ]

    static let userFlows = [
        MutatedEndpoint(asking: "\(Site.susi)/authorize", .flowRequest),
        MutatedEndpoint(.post, asking: "/tfp/\(Site.customersID)/B2C_1_susi/oauth2/v2.0/authorize", .flowRequest),
        MutatedEndpoint("flow code") { site in
            Good(method: .post, path: "\(Site.susi)/token", form: .flowRedeeming(try await site.flowCode()))
        },
        MutatedEndpoint("flow login") { site in
            var browser = Browser(site)
            let page = try await browser.get("\(Site.susi)/authorize?\(FormParameters.flowRequest.encoded)")
            return Good(
                method: .post, path: page.form.action, form: page.form.fields.with("email", "a@b.example"),
                fields: browser.cookieFields(for: page.form.action))
        },
        MutatedEndpoint(asking: "\(Site.susi)/logout", logout),
        MutatedEndpoint(asking: "/\(Site.customersDomain)/B2C_1_susi/v2.0/.well-known/openid-configuration"),
        MutatedEndpoint(asking: "\(Site.external)/authorize", .externalIDRequest),
        MutatedEndpoint(
            .post, asking: "\(Site.external)/token", .flowRedeeming("a").with("client_id", SampleApp.customerPortalID)),
        MutatedEndpoint(asking: "/\(Site.customersID)/theme.css", ["p": "B2C_1_susi"]),
    ]

    static let standard = [
        MutatedEndpoint(asking: "/op/authorize", .standardRequest),
        MutatedEndpoint(asking: "/op/authorize", .webRequest.with("response_mode", "form_post").with("max_age", "10")),
        MutatedEndpoint(.post, asking: "/op/par", .standardRequest),
        MutatedEndpoint(.post, asking: "/op/token", .webRedeeming("a")),
        MutatedEndpoint(.post, asking: "/op/token", .standardRefreshing("a")),
        MutatedEndpoint(.post, asking: "/op/introspect", .asking("a")),
        MutatedEndpoint(.post, asking: "/op/revoke", .asking("a")),
        MutatedEndpoint(asking: "/op/userinfo", ["access_token": "a"]), MutatedEndpoint(asking: "/op/logout", logout),
        MutatedEndpoint(.post, asking: "/op/login", ["username": "a"]),
        MutatedEndpoint(.post, asking: "/op/consent", ["answer": "a"]),
    ]

    static let graph = [
        graph("/v1.0/me", ["$select": "id,displayName", "$expand": "manager"]),
        graph("/v1.0/users", ["$filter": "startswith(givenName,'O''B') and accountEnabled eq true", "$top": "3"]),
        graph("/v1.0/users", ["$search": #""displayName:an""#, "$count": "true", "$orderby": "displayName desc"]),
        graph("/v1.0/users/ana.silva@aldervale.example/memberOf", ["$top": "999"]),
        graph("/v1.0/groups", ["$filter": "displayName eq 'a'", "$skiptoken": "a"]),
        graph("/oidc/userinfo", [:]),
    ]

    private static func graph(_ path: String, _ form: FormParameters) -> MutatedEndpoint {
        MutatedEndpoint(path + " " + form.encoded) { site in
            Good(path: path, form: form, fields: [.authorization: "Bearer \(try await site.graphToken())"])
        }
    }
}

extension Browser {
    fileprivate func cookieFields(for path: String) -> HTTPFields { [.cookie: cookieField(for: path) ?? ""] }
}

extension MutatedEndpoint {
    static let administration = others + contents.map { MutatedEndpoint(.post, asking: root + $0.path, json: $0.json) }

    private static let root = "/tessera/v1/"
    private static let ana = "ana.silva@aldervale.example"
    private static let app = Site.clientID

    private static let others = [
        MutatedEndpoint(.put, asking: root + "clock", json: #"{"now": "2026-01-01T00:00:00Z", "frozen": true}"#),
        MutatedEndpoint(
            .patch, asking: root + "directories/aldervale.example/people/\(ana)",
            json: #"{"givenName": "A", "mail": null, "businessPhones": ["1"]}"#),
        MutatedEndpoint(asking: root + "directories/aldervale.example/people", ["top": "1", "skip": "2"]),
        MutatedEndpoint(.delete, asking: root + "faults/1"), MutatedEndpoint(asking: root + "sign-ins/secret"),
    ]

    private static let contents: [(path: String, json: String)] = [
        (
            "directories/aldervale.example/people",
            #"""
            {"displayName": "A", "userPrincipalName": "a@aldervale.example", "businessPhones": ["1"],
             "passwordProfile": {"forceChangePasswordNextSignIn": true}}
            """#
        ),
        ("directories/aldervale.example/groups", #"{"displayName": "A", "members": ["\#(ana)"]}"#),
        (
            "apps",
            #"""
            {"displayName": "A", "directory": "aldervale.example", "web": {"redirectUris": ["http://localhost"]},
             "keyCredentials": [{"jwk": {"kty": "EC"}}], "api": {"oauth2PermissionScopes": [{"value": "A.B"}]}}
            """#
        ),
        ("consents", #"{"clientId": "\#(app)", "directory": "aldervale.example", "scope": "openid"}"#),
        ("import", Site.file),
        (
            "import",
            #"""
            {"version": 1, "clock": {"offset": 1}, "faults": [{"fault": "drop"}], "keys": "development",
             "standardClients": [{"client_id": "a", "client_name": "A", "jwks": {"keys": []}, "scope": "a"}]}
            """#
        ),
        (
            "faults",
            #"{"fault": {"kind": "error", "number": 50076, "status": 400, "retryAfter": 1}, "after": 1, "next": 2}"#
        ),
        ("faults", #"{"fault": {"kind": "claim", "name": "a", "value": [1, {"b": null}], "token": "access_token"}}"#),
        (
            "tokens",
            #"""
            {"person": "\#(ana)", "api": "api://tasks", "scope": "a", "claims": {"a": 1}, "lifetime": 60,
             "broken": {"kind": "header", "name": "alg", "value": "none"}}
            """#
        ),
        ("clock/advance", #"{"seconds": 1}"#), ("sign-ins", #"{"person": "\#(ana)", "then": "/"}"#),
        ("automatic-sign-ins", #"{"clientId": "\#(app)", "person": "\#(ana)", "consent": true}"#),
    ]
}
