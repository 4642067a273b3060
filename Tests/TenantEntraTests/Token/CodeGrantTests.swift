// SPDX-License-Identifier: Apache-2.0
@testable import LocalTenant
@testable import TenantDirectory
@testable import TenantFixtures

@Suite struct CodeGrantTests: SiteSuite {
    let site: Site

    @Test func `a code gives tokens, with the members and types of Entra ID`() async throws {
        let answer = try await site.token(.redeeming(try await site.code()))
        #expect((answer.status, answer["Content-Type"]) == (.ok, "application/json; charset=utf-8"))
        #expect((answer["Cache-Control"], answer["Access-Control-Allow-Origin"]) == ("no-store, no-cache", nil))
        let reply = try answer.object()
        #expect(
            Set(reply.keys) == [
                "token_type", "scope", "expires_in", "ext_expires_in", "access_token", "refresh_token", "id_token",
            ])
        #expect(reply["token_type"]?.string == "Bearer")
        #expect(
            reply["scope"]?.string
                == "User.Read.All openid profile email offline_access")
        let lifetime = try #require(reply["expires_in"]?.double)
        #expect((3600..<5400).contains(lifetime) && lifetime == lifetime.rounded())
        #expect(reply["ext_expires_in"] == reply["expires_in"])
        #expect(try await site.claims(of: reply["access_token"])["exp"]?.double == 1_767_225_600 + lifetime)
    }

    static let members: [(String, Set<String>)] = [
        ("User.Read", ["access_token"]), ("openid User.Read", ["access_token", "id_token"]),
        ("offline_access User.Read", ["access_token", "refresh_token"]), ("openid", ["access_token", "id_token"]),
    ]

    @Test(arguments: members)
    func `returns the requested tokens`(scope: String, expected: Set<String>) async throws {
        let reply = try await site.tokens(for: .goodRequest.with("scope", scope))
        #expect(Set(reply.keys).intersection(["access_token", "refresh_token", "id_token"]) == expected)
    }

    static let scopes = [
        ("User.Read", "User.Read"),
        ("https://graph.microsoft.com/User.Read", "https://graph.microsoft.com/User.Read"),
        ("user.READ", "User.Read"),
        ("api://tasks/Tasks.ReadWrite", "api://tasks/Tasks.ReadWrite"),
        (
            "b3f0c6de-52f4-4e0b-8f0d-2a9c7f51d6e4/Tasks.ReadWrite",
            "b3f0c6de-52f4-4e0b-8f0d-2a9c7f51d6e4/Tasks.ReadWrite"
        ),
        ("api://tasks/.default openid", "api://tasks/Tasks.ReadWrite api://tasks/.default openid"),
        ("openid  openid\tUser.Read", "User.Read openid"),
    ]

    @Test(arguments: scopes)
    func `the scope comes back as requested, since clients cache by it`(asked: String, told: String) async throws {
        #expect(try await site.tokens(for: .goodRequest.with("scope", asked))["scope"]?.string == told)
    }

    @Test func `with two APIs granted, the request selects the token's API`() async throws {
        let request = FormParameters.goodRequest.with("scope", "openid User.Read api://tasks/Tasks.ReadWrite")
        let first = try await site.claims(of: try await site.tokens(for: request)["access_token"])
        #expect(first["aud"]?.string == RegisteredApp.graphID)
        let chosen = try await site.tokens(for: request, asking: "openid api://tasks/Tasks.ReadWrite")
        #expect(try await site.claims(of: chosen["access_token"])["aud"]?.string == SampleApp.tasksID)
    }

    @Test(arguments: [Site.tenantID, Site.domain, "common", "organizations", Site.tenantID.uppercased()])
    func `accepts all names of the directory`(_ tenant: String) async throws {
        let form = FormParameters.redeeming(try await site.code())
        let answer = try await site.token(form, at: "/\(tenant)/oauth2/v2.0/token")
        #expect(try await site.claims(of: try answer.object()["id_token"])["tid"]?.string == Site.tenantID)
    }

    @Test func `an empty secret of a public client is let pass`() async throws {
        let form = FormParameters.redeeming(try await site.code()).adding("client_secret", "")
        #expect(try await site.holder(of: try await site.token(form)).app == Site.clientID)
    }

    @Test func `a plain challenge is proved by itself`() async throws {
        let verifier = String(repeating: "v", count: 43)
        for method in ["plain", nil] {
            let request = FormParameters.goodRequest.with("code_challenge", verifier).with(
                "code_challenge_method", method)
            let codes = [try await site.code(for: request), try await site.code(for: request)]
            #expect(try await site.token(.redeeming(codes[0]).with("code_verifier", verifier)).status == .ok)
            #expect(try await site.token(.redeeming(codes[1])).errorNumber == 501_481)
        }
    }

    @Test func `a code without a proof key needs none`() async throws {
        let request = FormParameters.goodRequest.without("code_challenge").without("code_challenge_method")
        let form = FormParameters.redeeming(try await site.code(for: request)).without("code_verifier")
        #expect(try await site.holder(of: try await site.token(form)).app == Site.clientID)
        let other = FormParameters.redeeming(try await site.code(for: request))
        #expect(try await site.token(other).errorNumber == 501_481)
    }

    @Test func `multipart is read as well`() async throws {
        var body = ""
        for pair in FormParameters.redeeming(try await site.code()).pairs {
            body += "--edge\r\nContent-Disposition: form-data; name=\"\(pair.name)\"\r\n\r\n\(pair.value)\r\n"
        }
        let fields: HTTPFields = [.contentType: "multipart/form-data; boundary=edge"]
        let answer = try await site.send(.post, Site.tokenPath, fields: fields, body: Data("\(body)--edge--\r\n".utf8))
        #expect(try await site.holder(of: answer).app == Site.clientID)
    }
}
