// SPDX-License-Identifier: Apache-2.0
@testable import LocalTenant
@testable import TenantDirectory
@testable import TenantFixtures
@testable import TenantStandard

/// No endpoint accepts a value that was issued to another client.
///
/// The two clients have the same registration, so nothing but the owner decides. `PushedRequestTests` has the row of
/// the pushed request, which a browser sends.
@Suite struct StandardOwnershipTests: SiteSuite {
    struct Use: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let path: String
        /// The error for another client; `nil` if it only gets no claims.
        let error: String?
        let value: @Sendable (StandardOwnershipTests) async throws -> String
        let form: @Sendable (String) -> FormParameters

        init(
            _ name: String, at path: String, error: String? = "invalid_grant",
            _ form: @escaping @Sendable (String) -> FormParameters,
            _ value: @escaping @Sendable (StandardOwnershipTests) async throws -> String
        ) {
            (testDescription, self.path, self.error, self.value, self.form) = (name, path, error, value, form)
        }
    }

    static let uses: [Use] = [
        Use("a code", at: "/op/token", redeeming) { try await $0.code() },
        Use("a device code", at: "/op/token", polling) { try await $0.deviceCode() },
        Use("a refresh token", at: "/op/token", refreshing) { try await $0.token("refresh_token") },
        Use("an exchanged access token", at: "/op/token", error: "invalid_request", exchanging) {
            try await $0.token()
        },
        Use("a revoked access token", at: "/op/revoke", naming) { try await $0.token() },
        Use("a revoked refresh token", at: "/op/revoke", naming) { try await $0.token("refresh_token") },
        Use("an access token's state", at: "/op/introspect", error: nil, naming) { try await $0.token() },
        Use("a refresh token's state", at: "/op/introspect", error: nil, naming) {
            try await $0.token("refresh_token")
        },
    ]

    let site: Site

    @Test(arguments: uses, [ClientMetadata.AccessTokenFormat.jwt, .opaque])
    func `no client can use up another's value`(_ use: Use, _ format: ClientMetadata.AccessTokenFormat) async throws {
        for id in ["owner", "rival"] { try await site.add(Self.client(id, format)) }
        let value = try await use.value(self)
        let refused = try await send(use.form(value), to: use.path, as: "rival")
        #expect(refused.errorCode == use.error, "\(refused.text)")
        if use.error == nil { #expect(try refused.object() == ["active": .boolean(false)]) }
        // A revocation that was not carried out looks like one that was, so the state tells.
        let isRevocation = use.path == "/op/revoke"
        let answer = try await send(use.form(value), to: isRevocation ? "/op/introspect" : use.path, as: "owner")
        #expect(answer.status == .ok, "\(answer.text)")
        #expect(try answer.object()["active"] != .boolean(false))
        guard isRevocation else { return }
        #expect(try await send(use.form(value), to: use.path, as: "owner").status == .ok)
        #expect(
            try await send(use.form(value), to: "/op/introspect", as: "owner").object() == ["active": .boolean(false)])
    }

    @Test func `a token that is bound to a key is of no use without a proof, nor with another key's`() async throws {
        try await site.add(Self.client("owner", .jwt))
        let maker = try ProofMaker(site)
        // The refresh tokens of public clients are bound, and authenticated clients exchange tokens.
        let opened = FormParameters.standardRedeeming(try await site.standardCode())
        let bound = try await site.post("/op/token", opened, fields: try maker.field(at: "/op/token")).object()
        let form = Self.redeeming(try await code()).with("client_id", "owner").with("client_secret", "secret of owner")
        let subject = try await site.post("/op/token", form, fields: try maker.field(at: "/op/token")).object()
        let uses: [(FormParameters, String)] = [
            (.standardRefreshing(try #require(bound["refresh_token"]?.string)), "invalid_grant"),
            (
                Self.exchanging(try #require(subject["access_token"]?.string)).with("client_id", "owner")
                    .with("client_secret", "secret of owner"), "invalid_request"
            ),
        ]
        for (form, error) in uses {
            #expect(try await site.post("/op/token", form).errorCode == error)
            let other = try ProofMaker(site).field(at: "/op/token")
            #expect(try await site.post("/op/token", form, fields: other).errorCode == error)
            let answer = try await site.post("/op/token", form, fields: try maker.field(at: "/op/token"))
            #expect(answer.status == .ok, "\(answer.text)")
        }
    }

    private static func client(_ id: String, _ format: ClientMetadata.AccessTokenFormat) -> StandardClient {
        StandardClient(
            id: id,
            metadata: ClientMetadata(name: id) {
                $0.redirectURIs = ["http://127.0.0.1:8080/callback"]
                $0.authenticationMethods = [.secretPost]
                $0.grantTypes = Set(ClientMetadata.GrantType.allCases)
                $0.scopes = ["openid", "offline_access", StandardSampleClient.apiScope]
                $0.accessTokenFormat = format
                $0.requiresProofKey = false
            }, secretHash: SecretHash.of("secret of \(id)"))
    }

    private static func redeeming(_ code: String) -> FormParameters {
        ["grant_type": "authorization_code", "code": code, "redirect_uri": "http://127.0.0.1:8080/callback"]
    }

    private static func polling(_ code: String) -> FormParameters {
        ["grant_type": ClientMetadata.GrantType.deviceCode.rawValue, "device_code": code]
    }

    private static func refreshing(_ token: String) -> FormParameters {
        ["grant_type": "refresh_token", "refresh_token": token]
    }

    private static func exchanging(_ token: String) -> FormParameters {
        [
            "grant_type": ClientMetadata.GrantType.tokenExchange.rawValue, "subject_token": token,
            "subject_token_type": SecurityToken.accessTokenType,
        ]
    }

    private static func naming(_ token: String) -> FormParameters { ["token": token] }

    private func send(_ form: FormParameters, to path: String, as client: String) async throws -> Answer {
        try await site.post(path, form.with("client_id", client).with("client_secret", "secret of \(client)"))
    }

    private func code() async throws -> String {
        try await site.standardCode(
            for: .webRequest.with("client_id", "owner").with("scope", "openid offline_access orders.read"))
    }

    private func token(_ kind: String = "access_token") async throws -> String {
        let answer = try await send(Self.redeeming(try await code()), to: "/op/token", as: "owner")
        return try #require(try answer.object()[kind]?.string, "\(answer.text)")
    }

    private func deviceCode() async throws -> String {
        let codes = try await send(["scope": "openid"], to: "/op/device_authorization", as: "owner").object()
        var browser = try await Browser.standard(at: site)
        _ = try await browser.approveStandard(try #require(codes["user_code"]?.string))
        return try #require(codes["device_code"]?.string)
    }
}

/// Only the person whom a page asks can answer it, not another user of the same browser.
@Suite struct StandardMembersTests: SiteSuite {
    let site: Site

    @Test(arguments: ["ana.silva", "conor.obrien"])
    func `the person who was asked consents, whoever else is signed in`(_ name: String) async throws {
        var browser = try await Browser.standard(at: site)
        try await browser.joinStandard("conor.obrien")
        let picker = try await browser.openStandard(.standardRequest.with("prompt", "select_account"))
        let consent = try await browser.submit(picker, ["username": "\(name)@\(Site.domain)"])
        #expect(consent.asksForConsent)
        // Somebody else signs in in another window.
        try await browser.joinStandard("adaeze.okonkwo")
        let code = try #require(try await browser.submit(consent, ["answer": "accept"]).carried["code"])
        let tokens = try await site.post("/op/token", .standardRedeeming(code)).object()
        let (_, claims) = try await site.standardClaims(of: tokens["id_token"]?.string)
        #expect(claims["sub"] == .string(try await site.person(name).id))
        let silent = FormParameters.standardRequest.with("prompt", "none")
        for other in ["ana.silva", "conor.obrien", "adaeze.okonkwo"] {
            let answer = try await browser.openStandard(silent.with("login_hint", "\(other)@\(Site.domain)"))
            #expect(answer.carried["error"] == (other == name ? nil : "consent_required"))
        }
    }
}
