// SPDX-License-Identifier: Apache-2.0
@testable import TenantDirectory
@testable import TenantFixtures

@Suite struct TokenLifetimeTests: SiteSuite {
    static let capable = #"{"access_token":{"xms_cc":{"values":["cp1"]}}}"#

    let site: Site

    private func seconds(_ answer: Answer, _ name: String) throws -> Int? {
        guard case .number(let text) = try answer.object()[name] else { return nil }
        return Int(text)
    }

    @Test func `a token lasts from an hour to an hour and a half`() async throws {
        let answer = try await site.token(.password)
        let lifetime = try #require(try seconds(answer, "expires_in"))
        #expect((3600...5400).contains(lifetime))
        #expect(try seconds(answer, "ext_expires_in") == lifetime)
        #expect(try answer.object()["refresh_in"] == nil)
    }

    @Test(arguments: [FormParameters.password, .nightlyReport])
    func `a client that can deal with revocation has a token for a day`(_ form: FormParameters) async throws {
        let answer = try await site.token(form.with("claims", Self.capable))
        #expect(try (seconds(answer, "expires_in"), seconds(answer, "refresh_in")) == (86_399, 43_199))
        let claims = try await site.claims(of: try answer.object()["access_token"])
        #expect((claims["exp"]?.double ?? 0) - (claims["iat"]?.double ?? 0) == 86_399)
    }

    @Test func `a token for an API that does not read the capability ends as usual`() async throws {
        let form = FormParameters.password.with("scope", "openid api://tasks/Tasks.ReadWrite")
        #expect(try seconds(try await site.token(form.with("claims", Self.capable)), "expires_in") ?? 0 < 5401)
    }

    @Test func `Microsoft's libraries write the capability in either case`() async throws {
        let answer = try await site.token(.password.with("claims", Self.capable.replacing("cp1", with: "CP1")))
        #expect(try seconds(answer, "expires_in") == 86_399)
        #expect(try await site.claims(of: try answer.object()["access_token"])["xms_cc"]?.array == [.string("CP1")])
    }

    @Test func `claims that say nothing of it change nothing`() async throws {
        for claims in ["", "{}", #"{"access_token":null}"#, #"{"access_token":{"xms_cc":{"values":["cp2"]}}}"#] {
            #expect(try seconds(try await site.token(.password.with("claims", claims)), "expires_in") ?? 0 < 5401)
        }
    }

    @Test func `client_info names the account if requested`() async throws {
        let tokens = try await site.token(.password.with("client_info", "1")).object()
        let text = try #require(tokens["client_info"]?.string)
        let info = try StrictJSON.object(in: try Base64URL.decode(text))
        let person = try await site.person("ana.silva")
        #expect(info == ["uid": .string(person.id), "utid": .string(Site.tenantID)])
        #expect(try await site.token(.nightlyReport.with("client_info", "1")).object()["client_info"] == nil)
        #expect(try await site.token(.password).object()["client_info"] == nil)
    }

    @Test func `the members stand in the order of the real service`() async throws {
        let text = try await site.token(.password.with("client_info", "1").with("claims", Self.capable)).text
        let names = text.matches(of: #/"([a-z_]+)":/#).map { String($0.1) }
        #expect(
            names == [
                "token_type", "scope", "expires_in", "ext_expires_in", "refresh_in", "access_token", "refresh_token",
                "id_token", "client_info",
            ])
    }
}
