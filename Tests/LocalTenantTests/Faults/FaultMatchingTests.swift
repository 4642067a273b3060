// SPDX-License-Identifier: Apache-2.0
@testable import LocalTenant
@testable import TenantControl
@testable import TenantFixtures
@testable import TenantTesting

@Suite struct FaultMatchingTests: SiteSuite {
    let site: Site

    /// A rule, and whether it is about Ana's token request at Aldervale.
    static let rules: [(FaultRule, Bool)] = [
        (FaultRule(.wrongNonce), true), (FaultRule(.wrongNonce, at: .token), true),
        (FaultRule(.wrongNonce, at: .metadata), false), (FaultRule(.wrongNonce, directory: Site.tenantID), true),
        (FaultRule(.wrongNonce, directory: Site.domain), true),
        (FaultRule(.wrongNonce, directory: Site.customersDomain), false),
        (FaultRule(.wrongNonce, directory: "x"), false), (FaultRule(.wrongNonce, userFlow: "b2c_1_susi"), false),
        (FaultRule(.wrongNonce, clientID: Site.clientID.uppercased()), true),
        (FaultRule(.wrongNonce, clientID: "x"), false),
        (FaultRule(.wrongNonce, person: "Ana.Silva@\(Site.domain)"), true),
        (FaultRule(.wrongNonce, person: "conor.obrien@\(Site.domain)"), false),
        (FaultRule(.wrongNonce, grantType: "authorization_code"), true),
        (FaultRule(.wrongNonce, grantType: "refresh_token"), false),
        (FaultRule(.wrongNonce, directory: Site.domain, clientID: Site.clientID, person: "nobody"), false),
    ]

    @Test(arguments: rules.indices) func `a rule matches only its own conditions`(_ row: Int) async throws {
        let (rule, isMet) = Self.rules[row]
        _ = try await site.platform.context.faults.add(rule)
        let tokens = try await site.tokens()
        let nonce = try await site.claims(of: tokens["id_token"])["nonce"]?.string
        #expect((nonce != "nonce-1") == isMet)
        #expect(try await site.platform.context.faults.rule(1).hits == (isMet ? 1 : 0))
    }

    @Test func `a rule about a customer in a user flow leaves all others alone`() async throws {
        _ = try await site.platform.context.faults.add(
            FaultRule(.wrongNonce, userFlow: "B2C_1_SUSI", person: "ines.kallio@mailbox.example"))
        let spoiled = try await site.flowClaims(of: try await site.flowTokens()["id_token"])
        #expect(spoiled["nonce"]?.string != FormParameters.flowRequest["nonce"])
        #expect(try await site.claims(of: try await site.tokens()["id_token"])["nonce"]?.string == "nonce-1")
    }

    @Test func `an error of user flows leaves Entra ID alone`() async throws {
        let error = try #require(ErrorAnswer(named: "AADB2C90118"))
        _ = try await site.platform.context.faults.add(FaultRule(.error(error)))
        #expect(try await site.tokens()["id_token"] != nil)
        #expect(try await site.post("\(Site.susi)/token", ["grant_type": "refresh_token"]).flowErrorNumber == 90118)
    }

    @Test func `a fault that finds nothing to spoil counts for nothing`() async throws {
        _ = try await site.platform.context.faults.add(FaultRule(.redirect(.wrongState), next: 1))
        var browser = Browser(site)
        #expect(try await browser.open(.goodRequest).status == .ok)
        #expect(try await browser.signIn().carried["state"] == "the state of another request")
        #expect(try await browser.open(.goodRequest).carried["state"] == "state-1")
    }

    @Test func `neither pages nor the tenant's own API fail unless a rule names them`() async throws {
        _ = try await site.platform.context.faults.add(FaultRule(.failure(.serviceUnavailable)))
        for path in ["/", "/inbox", "/tessera/v1/faults", "/tessera/v1/clock", "/style.css"] {
            #expect(try await site.send(.get, path).status != .serviceUnavailable, "\(path)")
        }
        #expect(try await site.send(.get, "/\(Site.tenantID)/discovery/v2.0/keys").status == .serviceUnavailable)
    }

    @Test func `content reaches the endpoint as it was sent, also with rules in force`() async throws {
        _ = try await site.platform.context.faults.add(FaultRule(.drop, at: .token, clientID: "nobody"))
        #expect(try await site.tokens()["id_token"] != nil)
        #expect(try await site.flowTokens()["id_token"] != nil)
    }
}
