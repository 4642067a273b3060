// SPDX-License-Identifier: Apache-2.0
@testable import LocalTenant
@testable import TenantAuthorization
@testable import TenantCustomers
@testable import TenantDirectory
@testable import TenantFixtures

/// Every code of Azure AD B2C that the tenant makes by itself, each by its real cause.
///
/// Two have none here, for nothing breaks and nobody signs in elsewhere: AADB2C90035 and AADB2C90273, and AADB2C90085
/// for the same reason. They are for named faults.
@Suite struct UserFlowErrorTableTests {
    struct Row: Sendable, CustomStringConvertible {
        let number: Int
        let error: String?
        let cause: Site.Attempt

        // No error for codes that a page shows and no app hears.
        init(_ number: Int, _ error: String? = nil, _ cause: @escaping Site.Attempt) {
            (self.number, self.error, self.cause) = (number, error, cause)
        }

        var description: String { "AADB2C\(number)" }
    }

    @Test(arguments: requests + signIns + grants + others)
    func `each code has its cause`(_ row: Row) async throws {
        let answer = try await row.cause(try Site())
        let told =
            answer.location == nil ? FormParameters() : answer.carried.pairs.isEmpty ? answer.fragment : answer.carried
        let text = told["error_description"] ?? answer.text
        #expect(text.contains("AADB2C\(row.number)"), "\(text)")
        #expect(answer.status.code < 500)
        let json = (try? answer.object())?["error"]?.string
        #expect((told["error"] ?? json) == row.error)
    }

    private static let api = SampleApp.customerTasksURI

    private static func request(_ change: @escaping FormParameters.Change) -> Site.Attempt {
        { site in try await site.send(.get, "\(Site.susi)/authorize?\(change(.flowRequest).encoded)") }
    }

    private static func implicit(
        _ settings: ImplicitGrantSettings, _ change: @escaping FormParameters.Change
    ) -> Site.Attempt {
        { site in
            try await site.addShopApp { $0.implicitGrantSettings = settings }
            return try await site.visit(flow: Site.susi, change(.flowRequest.with("client_id", Site.shopAppID)))
        }
    }

    private static let everything = ImplicitGrantSettings(enableIDTokenIssuance: true, enableAccessTokenIssuance: true)

    static let requests = [
        Row(90006, nil, request { $0.with("redirect_uri", "https://evil.example/") }),
        Row(90008, nil, request { $0.without("client_id") }),
        Row(90010, "invalid_request", request { $0.without("scope") }),
        Row(90012, "invalid_request", request { $0.with("scope", "openid \(api)/") }),
        Row(90013, "unsupported_response_type", request { $0.with("response_type", "ticket") }),
        Row(90014, "invalid_request", request { $0.with("response_mode", "pigeon") }),
        Row(90018, nil, request { $0.with("client_id", "00000000-0000-0000-0000-000000000000") }),
        Row(90043, "invalid_request", request { $0.with("prompt", "please") }),
        Row(
            90055, "invalid_request",
            implicit(everything) { $0.with("response_type", "id_token token").with("scope", "openid") }),
        Row(90057, "unauthorized_client", request { $0.with("response_type", "id_token") }),
        Row(90066, nil) { try await $0.send(.get, "/\(Site.customersID)/B2C_1_none/oauth2/v2.0/authorize") },
        Row(90077, "interaction_required", request { $0.with("prompt", "none") }),
        Row(
            90107, "unauthorized_client",
            implicit(ImplicitGrantSettings(enableAccessTokenIssuance: true)) {
                $0.with("response_type", "id_token").with("scope", "openid")
            }),
        Row(
            90110, "invalid_request",
            implicit(everything) { $0.with("response_type", "code id_token").with("scope", Site.shopAppID) }),
        Row(90115, "invalid_request", request { $0.with("scope", "offline_access") }),
        Row(90117, "invalid_request", request { $0.with("scope", "openid User.Read") }),
        Row(90120, "invalid_request", request { $0.with("max_age", "-1") }),
        Row(90122, "invalid_request", request { $0.adding("nonce", "2") }),
        Row(90146, "invalid_request") { site in
            let request = FormParameters.flowRequest.with("client_id", SampleApp.taskWidgetID)
                .with("scope", "\(SampleApp.taskWidgetID) \(api)/Tasks.Read")
            return try await site.visit(flow: Site.susi, request)
        },
        Row(90183, "invalid_request", request { $0.with("code_challenge", "short") }),
        Row(90184, "invalid_request", request { $0.with("code_challenge_method", "S512") }),
        Row(90205, "access_denied", request { $0.with("scope", "openid \(api)/Tasks.Burn") }),
        Row(99005, "invalid_request", request { $0.with("scope", "openid,offline_access") }),
        Row(99059, "invalid_request") { site in
            try await site.addShopApp { $0.spaRedirectURIs = ["https://spa.example/"] }
            let request = FormParameters.flowRequest.with("client_id", Site.shopAppID)
                .with("redirect_uri", "https://spa.example/").with("scope", "openid").without("code_challenge")
            return try await site.visit(flow: Site.susi, request)
        },
    ]

    private static let good: FormParameters = ["email": "ines.kallio@mailbox.example", "password": "watchword"]

    private static func press(_ button: String, _ filled: FormParameters = [:], times: Int = 1) -> Site.Attempt {
        { site in
            var browser = Browser(site)
            let page = try await browser.open(flow: Site.susi)
            var answer = page
            for _ in 0..<times { answer = try await browser.press(button, on: page, filled) }
            return answer
        }
    }

    static let signIns = [
        Row(90052, nil, press("sign-in", good.with("password", ""))),
        Row(90053, nil, press("sign-in", good.with("email", "no@example.com"))),
        Row(90054, nil, press("sign-in", good.with("password", "x"))),
        Row(90091, "access_denied", press("cancel")),
        Row(90111, nil) { site in
            try await site.changeInes { $0.accountEnabled = false }
            return try await press("sign-in", good)(site)
        },
        Row(90114, nil, press("sign-in", good.with("password", "x"), times: 11)),
        Row(90118, "access_denied", press("forgot")),
        Row(90121, "interaction_required") { site in
            var browser = Browser(site)
            try await browser.join(customer: "ines.kallio@mailbox.example")
            site.clock.advance(by: .seconds(10))
            return try await browser.open(flow: Site.susi, .flowRequest.with("max_age", "5").with("prompt", "none"))
        },
        Row(90151, "access_denied") { site in
            try await site.change("B2C_1_susi") { $0.secondFactor = FlowSecondFactor(method: .email) }
            var browser = Browser(site)
            let page = try await browser.press("sign-in", on: try await browser.open(flow: Site.susi), good)
            for _ in 0..<14 { _ = try await browser.press("verify-factor", on: page, ["code": "x"]) }
            return try await browser.press("verify-factor", on: page, ["code": "x"])
        },
        Row(90157, "access_denied") { site in
            var browser = Browser(site)
            let first = try await browser.press("sign-up", on: try await browser.open(flow: Site.susi))
            var answer = first
            for _ in 0..<3 {
                let page = try await browser.press("send", on: first, ["email": "a@example.com"])
                for _ in 0..<5 { answer = try await browser.press("verify", on: page, ["code": "x"]) }
            }
            return answer
        },
    ]

    private static func redeem(_ change: @escaping FormParameters.Change) -> Site.Attempt {
        { site in try await site.post("\(Site.susi)/token", change(.flowRedeeming(try await site.flowCode()))) }
    }

    private static func refresh(at place: String = Site.susi, after change: @escaping Site.Change) -> Site.Attempt {
        { site in
            let token = try await site.flowTokens()["refresh_token"]?.string ?? ""
            try await change(site)
            return try await site.post("\(place)/token", .flowRefreshing(token))
        }
    }

    private static func confidential(_ secret: String?) -> Site.Attempt {
        { site in
            try await site.addShopApp {
                $0.passwordCredentials = [
                    PasswordCredential(secret: "right"),
                    PasswordCredential(secret: "old", endsAt: site.clock.now),
                ]
            }
            return try await site.post(
                "\(Site.susi)/token",
                .flowRedeeming("x").with("client_id", Site.shopAppID).with("client_secret", secret))
        }
    }

    static let grants = [
        Row(90079, "invalid_request", confidential(nil)), Row(90081, "invalid_client", confidential("wrong")),
        Row(90081, "invalid_client", confidential("old")),
        Row(90080, "invalid_grant", refresh { $0.clock.advance(by: .seconds(14 * 86_400)) }),
        Row(90082, "invalid_grant", redeem { $0.with("scope", "openid profile") }),
        Row(90083, "invalid_request", redeem { $0.without("grant_type") }),
        Row(90084, "invalid_request", redeem { $0.with("client_secret", "s3cret") }),
        Row(90086, "unsupported_grant_type", redeem { $0.with("grant_type", "client_credentials") }),
        Row(90087, "invalid_grant") { site in
            try await site.post("\(Site.susi)/token", .flowRedeeming(try await site.code()))
        },
        Row(90088, "invalid_grant", refresh(at: Site.reset) { _ in }),
        Row(90090, "invalid_grant", redeem { $0.with("code", "made-up") }),
        Row(90111, "access_denied", refresh { try await $0.changeInes { $0.accountEnabled = false } }),
        Row(
            90128, "invalid_grant",
            refresh { site in
                _ = try await site.platform.context.database.write { try Customer.deleteAll($0) }
            }),
        Row(
            90129, "invalid_grant",
            refresh { site in
                try await site.changeInes { $0.grantsEndedAt = site.clock.now + 1 }
            }),
        Row(90122, "invalid_request", redeem { $0.with("client_assertion", "a.b.c") }),
        Row(
            90122, "invalid_request",
            redeem { $0.with("client_assertion", "a.b.c").with("client_assertion_type", "saml") }),
        Row(90182, "invalid_grant", redeem { $0.with("code_verifier", String(repeating: "a", count: 43)) }),
        Row(90183, "invalid_grant", redeem { $0.with("code_verifier", "short") }),
        Row(90225, "access_denied") { site in
            try await site.post("\(Site.password)/token", .flowPassword.with("password", "x"))
        },
        Row(90226, "invalid_request") { try await $0.send(.get, "\(Site.susi)/token") },
    ]

    static let others = [
        Row(90036) { try await $0.send(.get, "\(Site.susi)/logout?post_logout_redirect_uri=") },
        Row(90067) { try await $0.send(.get, "\(Site.susi)/logout?post_logout_redirect_uri=https://evil.example") },
    ]
}

extension Site {
    fileprivate func changeInes(_ body: @escaping @Sendable (inout Customer) -> Void) async throws {
        try await platform.context.database.write { database in
            guard var customer = try Customer.fetchOne(database, key: "3c5f1a72-6d0e-4b89-9a14-e27b8f60d135") else {
                return
            }
            body(&customer)
            try customer.update(database)
        }
    }
}

/// The tables of causes together cover every error of the real service.
@Suite struct UserFlowErrorCoverageTests {
    /// Codes of server failures and external identity providers, which only a fault rule causes: see `NamedErrorTests`.
    static let byUserFlowFaultOnly: Set = [90035, 90085, 90273]

    @Test func `every Azure AD B2C error has a cause, and three only a fault rule`() {
        let rows =
            UserFlowErrorTableTests.requests + UserFlowErrorTableTests.signIns + UserFlowErrorTableTests.grants
            + UserFlowErrorTableTests.others
        #expect(ReferenceErrors.userFlow.subtracting(rows.map(\.number)) == Self.byUserFlowFaultOnly)
        #expect(ReferenceErrors.userFlow.isSubset(of: ErrorCatalogue.azureADB2C.numbers))
    }
}
