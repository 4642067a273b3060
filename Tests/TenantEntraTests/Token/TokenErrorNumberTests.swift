// SPDX-License-Identifier: Apache-2.0
@testable import LocalTenant
@testable import TenantDirectory
@testable import TenantFixtures

@Suite struct TokenErrorNumberTests {
    private static let now = 1_767_225_600

    static let people: [TokenErrorRow] = [
        .password(
            50034, "invalid_grant", "nobody has the user name", spoiling: { $0.with("username", "nobody@x.example") }),
        .password(
            50034, "invalid_grant", "the person is of another directory",
            spoiling: { $0.with("username", "winifred.bramble@bramblefinch.example") }),
        .password(50126, "invalid_grant", "the password is wrong", spoiling: { $0.with("password", "wrong") }),
        .password(50053, "invalid_grant", "the account is locked") { $0.lockedUntil = .distantFuture },
        .password(50055, "invalid_grant", "the password is expired", suberror: "user_password_expired") {
            $0.forceChangePasswordNextSignIn = true
        },
        .password(50056, "invalid_grant", "the account has no password") { $0.passwordHash = "" },
        .password(50057, "invalid_grant", "the account is disabled") { $0.accountEnabled = false },
        .password(
            50076, "invalid_grant", "a second factor is needed", suberror: "basic_action", of: Site.careful),
        .password(
            9_001_023, "invalid_request", "passwords are not for shared addresses", at: "/common/oauth2/v2.0/token"),
        .password(
            9_001_023, "invalid_request", "nor for personal accounts", at: "/consumers/oauth2/v2.0/token"),
        .password(
            65001, "invalid_grant", "nobody agreed to it", suberror: "consent_required",
            spoiling: {
                $0.with("scope", "api://tasks/.default openid").with("client_id", SampleApp.nightlyReportID)
                    .with("client_secret", SampleApp.nightlyReportSecret)
            }),
        .password(
            28000, "invalid_request", "the scope names two APIs",
            spoiling: { $0.with("scope", "User.Read api://tasks/Tasks.ReadWrite") }),
        .password(900_144, "invalid_request", "the password is missing", spoiling: { $0.without("password") }),
        .refresh(50057, "the person was disabled") { site in
            try await site.changePerson("ana.silva") { $0.accountEnabled = false }
        },
        .refresh(50173, "the sessions were revoked", suberror: "bad_token") { site in
            site.clock.advance(by: .seconds(60))
            let now = site.clock.now
            try await site.changePerson("ana.silva") { $0.signInSessionsValidFrom = now }
        },
        .refresh(700_082, "nobody used it for ninety days") { $0.clock.advance(by: .seconds(90 * 86_400)) },
        TokenErrorRow(50105, "interaction_required", "the person is not assigned to the app") { site in
            try await site.changeApp(Site.clientID) { $0.appRoleAssignmentRequired = true }
            return try await site.token(.password)
        },
    ]

    static let clients: [TokenErrorRow] = [
        .request(700_038, "unauthorized_client", "the client id is none", .password.with("client_id", "nobody")),
        TokenErrorRow(700_016, "unauthorized_client", "nobody has the client id") {
            try await $0.token(.password.with("client_id", "99999999-0000-4000-8000-000000000000"))
        },
        TokenErrorRow(7_000_112, "unauthorized_client", "the app is disabled") { site in
            try await site.changeApp(Site.clientID) { $0.isEnabled = false }
            return try await site.token(.password)
        },
        TokenErrorRow(7_000_222, "invalid_client", "the secret is too old") { site in
            try await site.changeApp(SampleApp.nightlyReportID) { [now = site.clock.now] in
                $0.passwordCredentials = [PasswordCredential(secret: SampleApp.nightlyReportSecret, endsAt: now)]
            }
            return try await site.token(.nightlyReport)
        },
        TokenErrorRow(90023, "invalid_request", "the assertion is of an unknown kind") { site in
            try await site.token(.asserting("a.b.c").with("client_assertion_type", "saml"))
        },
        .assertion(50027, "invalid_client", "the assertion is no token") { _ in "a.b.c" },
        .assertion(90014, "invalid_request", "the assertion does not say its end") { try $0.assertion(["exp": .null]) },
        .assertion(700_021, "invalid_client", "the issuer is another") { try $0.assertion(["iss": .string("x")]) },
        .assertion(700_021, "invalid_client", "the subject is another") { try $0.assertion(["sub": .string("x")]) },
        .assertion(700_023, "invalid_client", "the audience is another") {
            try $0.assertion(["aud": .string("https://login.example/token")])
        },
        .assertion(700_023, "invalid_client", "the audience is another directory") {
            try $0.assertion(["aud": .string("http://\(Site.authority)/\(Tenant.consumersID)/oauth2/v2.0/token")])
        },
        .assertion(700_024, "invalid_client", "it is over") {
            try $0.assertion(["nbf": .null, "exp": .number("\(now - 300)")])
        },
        .assertion(700_024, "invalid_client", "it has not begun") {
            try $0.assertion(["nbf": .number("\(now + 301)"), "exp": .number("\(now + 900)")])
        },
        .assertion(700_024, "invalid_client", "it is good for too long") {
            try $0.assertion(["exp": .number("\(now + 2 * 86_400)")])
        },
        .assertion(700_027, "invalid_client", "no key has the name") { try $0.assertion(kid: "other") },
        .assertion(700_027, "invalid_client", "it names no key") { try $0.assertion(kid: nil) },
        .assertion(700_027, "invalid_client", "another key signed it") { _ in try AppKey.foreign.get().assertion() },
        .assertion(700_027, "invalid_client", "the key is too old") {
            $0.keyCredentials[0].endsAt = Date(timeIntervalSince1970: TimeInterval(now))
        } making: {
            try $0.assertion()
        },
        TokenErrorRow(700_025, "invalid_client", "a public client shows an assertion") { site in
            try await site.token(.asserting(try AppKey.shared.get().assertion(), clientID: Site.clientID))
        },
        TokenErrorRow(9_002_325, "invalid_request", "a page asked for its code without a proof key") { site in
            try await site.addSinglePageApp()
            let request = FormParameters.goodRequest.without("code_challenge").without("code_challenge_method")
                .with("client_id", Site.pageID).with("redirect_uri", Site.pageURI).with("scope", "openid User.Read")
            // The authorization endpoint may refuse it already.
            let answer = try await site.open(request)
            guard let code = answer.carried["code"] else { return answer }
            let form = FormParameters.redeeming(code).with("client_id", Site.pageID)
                .with("redirect_uri", Site.pageURI)
            return try await site.token(form, from: Site.pageOrigin)
        },
        TokenErrorRow(9_002_326, "invalid_request", "a page uses an app that is none") {
            try await $0.token(.redeeming(try await $0.code()), from: Site.pageOrigin)
        },
        TokenErrorRow(9_002_326, "invalid_request", "a page sends a password") { site in
            try await site.addSinglePageApp()
            return try await site.token(.password.with("client_id", Site.pageID), from: Site.pageOrigin)
        },
        TokenErrorRow(9_002_326, "invalid_request", "a page has the code of a server") { site in
            try await site.addSinglePageApp()
            let form = FormParameters.redeeming(try await site.pageCode(at: Site.redirectURI))
            return try await site.token(form.with("client_id", Site.pageID), from: Site.pageOrigin)
        },
        TokenErrorRow(9_002_327, "invalid_request", "a server has the code of a page") { site in
            try await site.addSinglePageApp()
            return try await site.redeemPageCode(from: nil)
        },
        TokenErrorRow(9_002_327, "invalid_request", "a server has the refresh token of a page") { site in
            try await site.addSinglePageApp()
            let tokens = try await site.redeemPageCode(from: Site.pageOrigin).object()
            let form = FormParameters.refreshing(tokens["refresh_token"]?.string ?? "")
            return try await site.token(form.with("client_id", Site.pageID))
        },
        TokenErrorRow(700_025, "invalid_client", "a page shows a secret") { site in
            try await site.addSinglePageApp()
            return try await site.redeemPageCode({ $0.with("client_secret", "secret") }, from: Site.pageOrigin)
        },
    ]

    @Test(arguments: people + clients + Self.requests + Self.assertions + Self.grants)
    func `each number has its cause`(_ row: TokenErrorRow) async throws {
        let answer = try await row.answer(try Site())
        #expect(answer.errorNumber == row.number, "\(answer.text)")
        guard answer.status != .found else { return }
        let error = try answer.object()
        #expect(error.texts("error", "suberror") == [row.error, row.suberror] && error["access_token"] == nil)
        let status = row.number == 900_561 ? 405 : row.error == "invalid_client" ? 401 : 400
        #expect(answer.status.code == status)
    }
}

/// One row of `wire.md` §1.3: a number and its cause.
struct TokenErrorRow: Sendable, CustomStringConvertible {
    let number: Int
    let error: String
    let suberror: String?
    let cause: String
    let answer: Site.Attempt

    init(_ number: Int, _ error: String, _ cause: String, suberror: String? = nil, _ answer: @escaping Site.Attempt) {
        (self.number, self.error, self.suberror, self.cause, self.answer) = (number, error, suberror, cause, answer)
    }

    static func password(
        _ number: Int, _ error: String, _ cause: String, suberror: String? = nil, at path: String = Site.tokenPath,
        of name: String = "ana.silva", _ prepare: @escaping @Sendable (inout DirectoryPerson) -> Void = { _ in },
        spoiling spoil: @escaping FormParameters.Change = { $0 }
    ) -> TokenErrorRow {
        TokenErrorRow(number, error, cause, suberror: suberror) { site in
            try await site.changePerson(name, prepare)
            let form = FormParameters.password.with("username", "\(name)@\(Site.domain)")
            return try await site.token(spoil(form), at: path)
        }
    }

    static func request(
        _ number: Int, _ error: String, _ cause: String, _ form: FormParameters, at path: String = Site.tokenPath
    ) -> TokenErrorRow {
        TokenErrorRow(number, error, cause) { try await $0.token(form, at: path) }
    }

    static func refresh(
        _ number: Int, _ cause: String, suberror: String? = nil,
        _ happen: @escaping Site.Change
    ) -> TokenErrorRow {
        TokenErrorRow(number, "invalid_grant", cause, suberror: suberror) { site in
            let token = try await site.tokens()["refresh_token"]?.string ?? ""
            try await happen(site)
            return try await site.token(.refreshing(token))
        }
    }

    static func assertion(
        _ number: Int, _ error: String, _ cause: String,
        _ prepare: @escaping @Sendable (inout RegisteredApp) throws -> Void = { _ in },
        making make: @escaping @Sendable (AppKey) throws -> String
    ) -> TokenErrorRow {
        TokenErrorRow(number, error, cause) { site in
            try await site.addKeyedApp(prepare)
            return try await site.token(.asserting(try make(try AppKey.shared.get())))
        }
    }

    static func onBehalf(
        _ number: Int, _ error: String, _ cause: String, suberror: String? = nil, as name: String = "ana.silva",
        _ make: @escaping @Sendable (Site, FormParameters) async throws -> FormParameters
    ) -> TokenErrorRow {
        TokenErrorRow(number, error, cause, suberror: suberror) { site in
            let form = FormParameters.onBehalf(try await site.tasksToken(as: name))
            return try await site.token(try await make(site, form))
        }
    }

    var description: String { "AADSTS\(number): \(cause)" }
}
