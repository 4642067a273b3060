// SPDX-License-Identifier: Apache-2.0
@testable import LocalTenant
@testable import TenantAuthorization
@testable import TenantDirectory
@testable import TenantFixtures
@testable import TenantStandard

@Suite struct MethodTests: SiteSuite {
    let site: Site

    static let pages = [
        "/", "/style.css", "/common/v2.0/.well-known/openid-configuration", "/common/discovery/v2.0/keys",
        "/op/.well-known/openid-configuration", "/op/device", "/devicelogin",
    ]

    @Test(arguments: pages) func `HEAD is GET without the content`(_ path: String) async throws {
        let get = try await site.send(.get, path)
        let head = try await site.send(.head, path)
        #expect((head.status, head["Content-Type"]) == (get.status, get["Content-Type"]))
        #expect(head.body.isEmpty)
    }

    @Test(arguments: [
        "/common/oauth2/v2.0/logout", "/\(Site.tenantID)/oauth2/v2.0/logout", "\(Site.susi)/logout", "/op/logout",
    ]) func `HEAD ends no session`(_ path: String) async throws {
        var browser = try await Browser.signedIn(at: site)
        try await browser.join(customer: "ines.kallio@mailbox.example")
        let head = try await site.send(.head, path, fields: [.cookie: try #require(browser.cookieField(for: path))])
        #expect(head.status == .methodNotAllowed && head.fields[.allow] == "GET, POST")
        let customers = "\(Site.susi)/authorize?\(FormParameters.flowRequest.with("prompt", "none").encoded)"
        #expect(try await browser.open(.goodRequest.with("prompt", "none")).carried["code"] != nil)
        #expect(try await browser.get(customers).carried["code"] != nil)
        #expect(try await browser.get(path).status != .methodNotAllowed)
    }

    private static let authorizations = [
        "/common/oauth2/v2.0/authorize?\(FormParameters.goodRequest.encoded)",
        "\(Site.susi)/authorize?\(FormParameters.flowRequest.encoded)",
        "\(Site.external)/authorize?\(FormParameters.externalIDRequest.encoded)",
        "/op/authorize?\(FormParameters.standardRequest.with("scope", "openid").encoded)",
    ]

    @Test(arguments: authorizations, [false, true])
    func `HEAD issues no code, and begins no sign-in`(_ path: String, _ isAutomatic: Bool) async throws {
        if isAutomatic {
            for (client, person) in [
                (Site.clientID, "ana.silva@\(Site.domain)"), (SampleApp.customerTasksID, Self.customer),
                (SampleApp.customerPortalID, Self.customer),
                (StandardSampleClient.nativeID, "ana.silva@\(Site.domain)"),
            ] {
                let json = #"{"clientId":"\#(client)","person":"\#(person)"}"#
                #expect(try await site.administer(.post, "/automatic-sign-ins", json).status == .created)
            }
        }
        var browser = try await Browser.signedIn(at: site)
        try await browser.join(customer: Self.customer)
        try await browser.joinStandard("ana.silva")
        let cookies: HTTPFields = [.cookie: try #require(browser.cookieField(for: path))]
        let before = try await rows(at: site)
        let head = try await site.send(.head, path, fields: cookies)
        #expect(head.status == .methodNotAllowed && head.fields[.allow] == "GET, POST")
        #expect(head.location == nil && !head.fields.contains(.setCookie) && head.body.isEmpty)
        #expect(try await rows(at: site) == before)
        #expect(try await site.send(.get, path, fields: cookies).status != .methodNotAllowed)
        if isAutomatic { #expect(try await rows(at: site) != before, "the same request by GET has an effect") }
    }

    private static let customer = "ines.kallio@mailbox.example"

    /// The number of rows of each kind that an authorization request can leave.
    private func rows(at site: Site) async throws -> [Int?] {
        let tables = [
            "authorizationCode", "browserSession", "consent", "customerSession", "userFlowGrant", "standardCode",
            "standardConsent", "standardGrant", "standardInteraction", "standardSession",
        ]
        return try await site.platform.context.database.read { database in
            try tables.map { try Int.fetchOne(database, sql: "SELECT count(*) FROM \"\($0)\"") }
        }
    }

    @Test func `HEAD uses up no pushed request`() async throws {
        let pushed = try await site.post("/op/par", .standardRequest).object()
        let uri = try #require(pushed["request_uri"]?.string)
        let request: FormParameters = ["client_id": StandardSampleClient.nativeID, "request_uri": uri]
        #expect(try await site.send(.head, "/op/authorize?\(request.encoded)").status == .methodNotAllowed)
        #expect(try await site.send(.get, "/op/authorize?\(request.encoded)").status == .ok)
    }

    @Test func `HEAD of Graph requires a token, too`() async throws {
        let answer = try await site.send(.head, "/v1.0/me")
        #expect(answer.status == .unauthorized && answer.fields[.wwwAuthenticate]?.hasPrefix("Bearer") == true)
        #expect(answer.body.isEmpty)
    }

    @Test(arguments: ["/", "/common/login", "/common/oauth2/v2.0/token", "/v1.0/users", "/nowhere", "*"])
    func `OPTIONS gives nothing away`(_ path: String) async throws {
        let answer = try await site.send(.options, path)
        #expect((answer.status.kind, answer["Access-Control-Allow-Origin"]) == (.clientError, nil))
        #expect(answer["Access-Control-Allow-Credentials"] == nil)
    }

    @Test func `an unknown method causes no server error`() async throws {
        for method in ["TRACE", "CONNECT", "PROPFIND", "get", "X"].compactMap({
            HTTPRequest.Method(rawValue: $0)
        }) { #expect(try await site.send(method, "/").status.kind == .clientError) }
    }

    static let paths = [
        "/%", "/%00", "/..", "/../../etc/passwd", "/%2e%2e/", "//", "///v1.0//me", "/v1.0/", "/v1.0/users/",
        "/v1.0/me/", "/common/oauth2/v2.0/", "/common/oauth2/v2.0/token/", "/:tenant/login", "/?", "/#", "", "relative",
    ]

    @Test(arguments: paths) func `a strange path is no error of the server`(_ path: String) async throws {
        #expect(try await site.send(.get, path).status.code < 500)
    }
}
