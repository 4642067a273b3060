// SPDX-License-Identifier: Apache-2.0
@testable import LocalTenant
@testable import TenantAdministration
@testable import TenantAuthorization
@testable import TenantDirectory
@testable import TenantFixtures
@testable import TenantStandard

/// The member `lifetimes` of a tenant file, for every dialect.
@Suite struct TenantLifetimeTests {
    /// Issues something, and returns whether the tenant still accepts it when the function is called.
    typealias Issue = @Sendable (Site) async throws -> @Sendable () async throws -> Bool

    struct Row: Sendable, CustomTestStringConvertible {
        let lifetime: TenantLifetime
        let dialect: String
        let issue: Issue

        init(_ lifetime: TenantLifetime, _ dialect: String = "", _ issue: @escaping Issue) {
            (self.lifetime, self.dialect, self.issue) = (lifetime, dialect, issue)
        }

        var testDescription: String { "\(lifetime.rawValue) \(dialect)" }
    }

    static let rows: [Row] = [
        Row(.entraCode) { site in
            let code = try await site.code()
            return { try await site.token(.redeeming(code)).status == .ok }
        },
        Row(.entraAccessToken) { try await ending(try await $0.token(.password), $0, "access_token") },
        Row(.entraAccessToken, "of an app") {
            try await ending(try await $0.token(.nightlyReport), $0, "access_token")
        },
        Row(.entraRevocableAccessToken) { site in
            let form = FormParameters.password.with("claims", TokenLifetimeTests.capable)
            return try await ending(try await site.token(form), site, "access_token")
        },
        Row(.entraIDToken) { try await ending(try await $0.token(.password), $0, "id_token") },
        Row(.entraRefreshToken) { site in
            let token = try await site.refreshToken()
            return { try await site.token(.refreshing(token)).status == .ok }
        },
        Row(.entraSinglePage) { site in
            try await site.addSinglePageApp()
            let token = try refreshToken(of: try await site.redeemPageCode(from: Site.pageOrigin))
            let form = FormParameters.refreshing(token).with("client_id", Site.pageID)
            return { try await site.token(form, from: Site.pageOrigin).status == .ok }
        },
        Row(.entraDeviceCode) { site in
            let codes = try await site.deviceCodes()
            return { try await site.token(.polling(codes.device)).errorNumber == 70016 }
        },
        Row(.entraSession) { site in
            let browser = try await Browser.signedIn(at: site)
            return accepting(browser) { try await $0.open(.goodRequest.with("prompt", "none")).carried["code"] != nil }
        },
        Row(.customerCode, "Azure AD B2C") { site in
            let code = try await site.flowCode()
            return { try await site.post("\(Site.susi)/token", .flowRedeeming(code)).status == .ok }
        },
        Row(.customerCode, "External ID") { site in
            let request = FormParameters.externalIDRequest
            let code = try await site.flowCode(for: request, at: Site.external)
            let form = FormParameters.flowRedeeming(code).with("client_id", request["client_id"])
            return { try await site.post(Site.externalToken, form).status == .ok }
        },
        Row(.customerSinglePage, "Azure AD B2C") { site in
            try await site.addShopApp { $0.spaRedirectURIs = ["\(Site.pageOfShop)/callback"] }
            let fields: HTTPFields = [.origin: Site.pageOfShop]
            let code = try await site.flowCode(for: .pageOfShopRequest)
            let redeeming = FormParameters.flowRedeeming(code).with("client_id", Site.shopAppID)
                .with("redirect_uri", "\(Site.pageOfShop)/callback")
            let token = try refreshToken(of: try await site.post("\(Site.susi)/token", redeeming, fields: fields))
            let refreshing = FormParameters.flowRefreshing(token).with("client_id", Site.shopAppID)
            return { try await site.post("\(Site.susi)/token", refreshing, fields: fields).status == .ok }
        },
        Row(.customerSinglePage, "External ID") { site in
            try await site.addExternalApp { $0.spaRedirectURIs = ["\(Site.pageOfShop)/callback"] }
            let code = try await site.flowCode(for: Site.externalPageRequest, at: Site.external)
            let answer = try await site.redeemExternal(code, at: "\(Site.pageOfShop)/callback", from: Site.pageOfShop)
            return { try await site.refreshExternal(answer, from: Site.pageOfShop).status == .ok }
        },
        Row(.customerSession, "Azure AD B2C") { try await customerSession($0, at: Site.susi, .flowRequest) },
        Row(.customerSession, "External ID") { try await customerSession($0, at: Site.external, .externalIDRequest) },
        Row(.customerEmailProof) { site in
            var browser = Browser(site)
            let page = try await browser.press("sign-up", on: try await browser.open(flow: Site.susi))
            let details = try await browser.verify("nora.bly@example.com", from: page)
            let filled: FormParameters = [
                "password": Site.goodPassword, "passwordAgain": Site.goodPassword, "displayName": "Nora",
            ]
            return accepting(browser) { try await $0.press("finish", on: details, filled).carried["code"] != nil }
        },
        Row(.standardCode) { site in
            let code = try await site.standardCode()
            return { try await site.post("/op/token", .standardRedeeming(code)).status == .ok }
        },
        Row(.standardAccessToken) { site in
            let token = try #require(try await site.standardTokens()["access_token"]?.string)
            return { try await site.userInfo(token).status == .ok }
        },
        Row(.standardIDToken) { site in
            let token = try await site.standardTokens()["id_token"]?.string
            let end = try await site.standardClaims(of: token).claims["exp"]?.double
            return { site.clock.now.timeIntervalSince1970 < end ?? 0 }
        },
        Row(.standardRefreshToken) { try await standardRefreshing($0) },
        Row(.standardGrant) { try await standardRefreshing($0) },
        Row(.standardDeviceCode) { site in
            let form: FormParameters = ["client_id": StandardSampleClient.nativeID, "scope": "openid"]
            let members = try await site.post("/op/device_authorization", form).object()
            #expect(members["expires_in"] == .integer(60))
            let polling = FormParameters.polling(try #require(members["device_code"]?.string))
                .with("client_id", StandardSampleClient.nativeID)
            return { try await site.post("/op/token", polling).errorCode == "authorization_pending" }
        },
        Row(.standardPushedRequest) { site in
            let members = try await site.post("/op/par", .standardRequest).object()
            #expect(members["expires_in"] == .integer(60))
            let request: FormParameters = [
                "client_id": StandardSampleClient.nativeID,
                "request_uri": try #require(members["request_uri"]?.string),
            ]
            return accepting(try await Browser.standard(at: site)) { try await $0.openStandard(request).asksForConsent }
        },
        Row(.standardSession) { site in
            accepting(try await Browser.standard(at: site)) { try await $0.openStandard().asksForConsent }
        },
        Row(.standardInteraction) { site in
            var browser = try await Browser.standard(at: site)
            let page = try await browser.openStandard()
            return accepting(browser) { try await $0.submit(page, ["answer": "accept"]).carried["code"] != nil }
        },
        Row(.oneTimeCode, "Entra ID") { site in
            var browser = Browser(site)
            let page = try await browser.signIn(FormParameters.goodRequest, as: Site.careful)
            let code = try await site.newestCode()
            return accepting(browser) { try await $0.submit(page, ["code": code]).carried["code"] != nil }
        },
        Row(.oneTimeCode, "Azure AD B2C") { site in
            var browser = Browser(site)
            let email = "nora.bly@example.com"
            let page = try await browser.press("sign-up", on: try await browser.open(flow: Site.susi))
            let waiting = try await browser.press("send", on: page, ["email": email])
            let code = try await site.mailedCode(to: email)
            return accepting(browser) {
                try await $0.press("verify", on: waiting, ["code": code]).text.contains("passwordAgain")
            }
        },
    ]

    @Test(arguments: rows)
    func `a lifetime of a minute accepts after 59 seconds and refuses after 61`(_ row: Row) async throws {
        for (seconds, isAccepted) in [(59, true), (61, false)] {
            let site = try Site()
            try await set(row.lifetime, 60, at: site)
            let isStillAccepted = try await row.issue(site)
            site.clock.advance(by: .seconds(seconds))
            #expect(try await isStillAccepted() == isAccepted, "after \(seconds) seconds")
        }
    }

    /// The lifetime of logout tokens has its test in `StandardLogoutTests`.
    @Test func `every lifetime has a row`() {
        #expect(Set(Self.rows.map(\.lifetime)).union([.standardLogoutToken]) == Set(TenantLifetime.allCases))
    }

    @Test(arguments: TenantLifetime.allCases)
    func `the longest and the shortest value are taken, others are refused`(_ lifetime: TenantLifetime) async throws {
        let site = try Site()
        let (group, member) = lifetime.path
        for value in [lifetime.range.lowerBound, lifetime.range.upperBound] {
            try await set(lifetime, value, at: site)
            #expect(site.platform.context.database.lifetimes.seconds(lifetime) == value)
        }
        for value in ["0", "\(lifetime.range.upperBound + 1)", "1.5", "\"an hour\""] {
            let error = await #expect(throws: TenantFileError.self) {
                _ = try await site.platform.content.take(Data(file("\"\(member)\": \(value)", group).utf8))
            }
            #expect(
                error?.problems == [
                    "/lifetimes/\(group)/\(member): This must be a whole number from 1 to \(lifetime.range.upperBound)."
                ])
        }
        #expect(site.platform.context.database.lifetimes.seconds(lifetime) == lifetime.range.upperBound)
    }

    @Test func `unknown members are refused by name`() async throws {
        let site = try Site()
        let error = await #expect(throws: TenantFileError.self) {
            _ = try await site.platform.content.take(Data(file(#""kode": 60"#, "entraID").utf8))
        }
        #expect(error?.problems == ["/lifetimes/entraID/kode: There is no member 'kode'; did you mean 'code'?"])
    }

    @Test func `an import keeps the lifetimes that it does not name, and a replacing one resets them`() async throws {
        let site = try Site()
        let lifetimes = site.platform.context.database.lifetimes
        try await set(.entraCode, 60, at: site)
        try await set(.standardCode, 30, at: site)
        #expect(lifetimes.chosen(.entraCode) == 60 && lifetimes.chosen(.standardCode) == 30)
        let exported = try await site.platform.content.file()
        #expect(
            try StrictJSON.object(in: exported)["lifetimes"]
                == .object(["entraID": .object(["code": 60]), "standard": .object(["code": 30])]))
        _ = try await site.platform.content.take(Data(Site.file.utf8), isReplacing: true)
        #expect(TenantLifetime.allCases.allSatisfy { lifetimes.chosen($0) == nil })
        _ = try await site.platform.content.take(exported, isReplacing: true)
        #expect(try await site.platform.content.file() == exported)
        #expect(lifetimes.chosen(.entraCode) == 60)
    }

    @Test func `lifetimes are kept with the data`() async throws {
        try await withTemporaryFolder { folder in
            try await set(.entraSession, 120, at: try Site(dataFolder: folder))
            #expect(try Site(dataFolder: folder).platform.context.database.lifetimes[.entraSession] == 120)
        }
    }

    @Test func `the errors of expired refresh tokens state the lifetime`() async throws {
        let site = try Site()
        try await set(.entraRefreshToken, 90_061, at: site)
        let token = try await site.refreshToken()
        site.clock.advance(by: .seconds(90_061))
        #expect(try await site.token(.refreshing(token)).text.contains("was inactive for 1.01:01:01."))
    }

    @Test func `the documentation lists each lifetime with its default and its maximum`() throws {
        let page = URL(filePath: #filePath).appending(path: "../../../../docs/tenant-file.md").standardized
        let text = try String(contentsOf: page, encoding: .utf8)
        for lifetime in TenantLifetime.allCases {
            let row = try #require(text.split(separator: "\n").first { $0.contains("| `\(lifetime.rawValue)` |") })
            let cells = row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
            #expect(cells[1].hasPrefix("\(lifetime.usual)") && cells[2] == "\(lifetime.range.upperBound)")
        }
    }

    private static func ending(
        _ answer: Answer, _ site: Site, _ name: String
    ) async throws -> @Sendable () async throws -> Bool {
        let end = try await site.claims(of: try answer.object()[name])["exp"]?.double
        return { site.clock.now.timeIntervalSince1970 < end ?? 0 }
    }

    private static func accepting(
        _ browser: Browser, _ step: @escaping @Sendable (inout Browser) async throws -> Bool
    ) -> @Sendable () async throws -> Bool {
        {
            var browser = browser
            return try await step(&browser)
        }
    }

    private static func refreshToken(of answer: Answer) throws -> String {
        try #require(try answer.object()["refresh_token"]?.string, "\(answer.text)")
    }

    private static func customerSession(
        _ site: Site, at place: String, _ request: FormParameters
    ) async throws -> @Sendable () async throws -> Bool {
        var browser = Browser(site)
        try await browser.join(customer: "ines.kallio@mailbox.example")
        return accepting(browser) {
            try await $0.open(flow: place, request.with("prompt", "none")).carried["code"] != nil
        }
    }

    private static func standardRefreshing(_ site: Site) async throws -> @Sendable () async throws -> Bool {
        let token = try #require(try await site.standardTokens()["refresh_token"]?.string)
        return { try await site.post("/op/token", .standardRefreshing(token)).status == .ok }
    }

    private func file(_ members: String, _ group: String) -> String {
        #"{"version": 1, "lifetimes": {"\#(group)": {\#(members)}}}"#
    }

    private func set(_ lifetime: TenantLifetime, _ seconds: Int, at site: Site) async throws {
        let (group, member) = lifetime.path
        _ = try await site.platform.content.take(Data(file("\"\(member)\": \(seconds)", group).utf8))
    }
}
