// SPDX-License-Identifier: Apache-2.0
@testable import LocalTenant
@testable import TenantDirectory
@testable import TenantFixtures
@testable import TenantStandard

/// ID tokens name the user to programs that never ask UserInfo, if their client is set so.
@Suite struct IDTokenClaimsTests: SiteSuite {
    let site: Site

    private static let profile: Set = ["name", "given_name", "family_name", "preferred_username", "locale"]
    private static let email: Set = ["email", "email_verified"]

    private func claims(of clientID: String, _ scope: String) async throws -> [Set<String>] {
        let request = FormParameters.standardRequest.with("client_id", clientID).with("scope", scope)
        let form = FormParameters.standardRedeeming(try await site.standardCode(for: request))
        let tokens = try await site.post("/op/token", form.with("client_id", clientID)).object()
        var tokensOfRefresh = tokens
        if let token = tokens["refresh_token"]?.string {
            let form = FormParameters.standardRefreshing(token).with("client_id", clientID)
            tokensOfRefresh = try await site.post("/op/token", form).object()
        }
        var claims: [Set<String>] = []
        for tokens in [tokens, tokensOfRefresh] {
            let (_, all) = try await site.standardClaims(of: tokens["id_token"]?.string)
            claims.append(Set(all.keys).intersection(PersonClaims.names))
        }
        return claims
    }

    private static let rows: [(Bool?, String, Set<String>)] = [
        (true, "openid", []), (true, "openid profile", profile), (true, "openid email", email),
        (true, "openid profile email offline_access", profile.union(email)), (true, "openid phone address", []),
        (nil, "openid profile email offline_access", []), (false, "openid profile email", []),
    ]

    @Test(arguments: rows.indices) func `an ID token contains the claims of`(_ index: Int) async throws {
        let (isSet, scope, names) = Self.rows[index]
        let client = StandardClient(
            id: "reader",
            metadata: ClientMetadata(name: "Reader") {
                ($0.redirectURIs, $0.includesClaimsInIDToken) = (["http://127.0.0.1/callback"], isSet)
            })
        try await site.add(client)
        #expect(try await claims(of: client.id, scope) == [names, names])
    }

    @Test func `the sample clients of people have the setting`() async throws {
        let samples = StandardSampleClient.all.filter { !$0.metadata.redirectURIs.isEmpty }
        #expect(samples.count == 4 && samples.allSatisfy { $0.metadata.includesClaimsInIDToken == true })
        #expect(try await claims(of: StandardSampleClient.nativeID, "openid profile") == [Self.profile, Self.profile])
    }

    @Test(arguments: [("true", email), ("false", []), ("null", []), (nil, [])] as [(String?, Set<String>)])
    func `a self-registered client gets the claims by a member`(_ value: String?, _ names: Set<String>) async throws {
        let member = value.map { #","include_claims_in_id_token":\#($0)"# } ?? ""
        let json = #"{"redirect_uris":["http://127.0.0.1/callback"],"token_endpoint_auth_method":"none"\#(member)}"#
        let members = try await site.register(json).object()
        #expect(members["include_claims_in_id_token"] == .boolean(!names.isEmpty))
        let id = try #require(members["client_id"]?.string)
        #expect(try await claims(of: id, "openid email").first == names)
    }

    @Test func `a tenant file sets the member, and an export contains it`() async throws {
        let file = #"{"version":1,"standardClients":[{"client_id":"till","include_claims_in_id_token":true}]}"#
        #expect(try await site.administer(.post, "/import", file).status.kind == .successful)
        let exported = try await site.administer(.get, "/export").object()["standardClients"]?.array ?? []
        let till = try #require(exported.first { $0.object?["client_id"]?.string == "till" }?.object)
        #expect(till["include_claims_in_id_token"] == .boolean(true))
        let wrong = #"{"version":1,"standardClients":[{"client_id":"till","include_claims_in_id_token":"yes"}]}"#
        let refused = try await site.administer(.post, "/import", wrong)
        #expect(refused.status == .badRequest && refused.text.contains("include_claims_in_id_token"))
    }
}
