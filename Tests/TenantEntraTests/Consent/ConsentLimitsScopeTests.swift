// SPDX-License-Identifier: Apache-2.0
@testable import TenantDirectory
@testable import TenantFixtures

/// `scp` never exceeds the consent, whatever the grant, the consenting user, and a later revocation.
@Suite struct ConsentLimitsScopeTests {
    let site: Site
    private static let narrow = FormParameters.goodRequest.with("scope", "openid offline_access User.Read")

    init() throws { site = try Site(asksForConsent: true) }

    private func permissions(_ form: FormParameters) async throws -> Set<String> {
        let text = try await site.claims(of: try await site.token(form).object()["access_token"])["scp"]?.string ?? ""
        return Set(text.split(separator: " ").map(String.init))
    }

    private func consent(to request: FormParameters, as name: String, everybody: Bool = false) async throws -> String {
        var browser = try await Browser.signedIn(at: site, as: name)
        return try #require(try await browser.agree(to: request, everybody: everybody).carried["code"])
    }

    @Test func `a code and every token after it hold what was agreed to, and no more`() async throws {
        let reply = try await site.token(.redeeming(try await consent(to: Self.narrow, as: "ana.silva"))).object()
        #expect(try await site.claims(of: reply["access_token"])["scp"]?.string == "User.Read")
        let refresh = FormParameters.refreshing(try #require(reply["refresh_token"]?.string))
        #expect(try await permissions(refresh) == ["User.Read"])
        for scope in ["Directory.Read.All", "User.Read Directory.Read.All", "GroupMember.Read.All"] {
            #expect(try await site.token(refresh.with("scope", scope)).errorNumber == 65001, "\(scope)")
        }
    }

    @Test func `a code cannot be redeemed for more than was agreed to`() async throws {
        let code = try await consent(to: Self.narrow, as: "ana.silva")
        #expect(try await site.token(.redeeming(code).with("scope", "openid Directory.Read.All")).errorNumber == 65001)
    }

    @Test func `an administrator's consent for all users is in their tokens`() async throws {
        let wide = FormParameters.goodRequest.with("scope", "openid offline_access Directory.Read.All")
        var browser = try await Browser.signedIn(at: site)
        #expect(try await browser.open(wide).carried["code"] == nil)
        _ = try await consent(to: wide, as: "tobias.weiss", everybody: true)
        let code = try #require(try await browser.open(wide).carried["code"])
        #expect(try await permissions(.redeeming(code)) == ["Directory.Read.All"])
    }

    @Test func `an administrator's own consent counts for no other person`() async throws {
        let wide = FormParameters.goodRequest.with("scope", "openid offline_access Directory.Read.All")
        _ = try await consent(to: wide, as: "tobias.weiss")
        #expect(try await site.open(wide.with("prompt", "none")).errorNumber == 65001)
    }

    @Test func `consent for one app does not apply to another`() async throws {
        let other = RegisteredApp.sample(consented: [])
        try await site.add(other)
        _ = try await consent(to: Self.narrow, as: "ana.silva")
        let request = Self.narrow.with("client_id", other.id).with("prompt", "none")
        #expect(try await site.open(request).errorNumber == 65001)
    }
}
