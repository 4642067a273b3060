// SPDX-License-Identifier: Apache-2.0
@testable import LocalTenant
@testable import TenantAuthorization
@testable import TenantControl
@testable import TenantCustomers
@testable import TenantEntra
@testable import TenantFixtures
@testable import TenantTesting

/// A fault rule can name each known error, and each endpoint returns it in its own format.
@Suite(.serialized) struct NamedErrorTests {
    /// One tenant for all rows; each row replaces the rule.
    private static let site = Swift.Result { try Site() }

    private func site(failingBy name: String) async throws -> Site {
        let site = try Self.site.get()
        _ = try await site.control(.delete, "faults")
        let added = try await site.control(.post, "faults", #"{"fault": "\#(name)"}"#)
        try #require(added.status == .created, "\(added.text)")
        return site
    }

    @Test(arguments: ErrorCatalogue.entraID.numbers)
    func `a number of Entra ID is said in JSON, and on a page or to the app`(_ number: Int) async throws {
        let site = try await site(failingBy: "AADSTS\(number)")
        let answer = try await site.token(.password)
        let members = try answer.object()
        let code = try #require(members["error"]?.string)
        #expect(ReferenceErrors.entra[number]?.contains(code) ?? true)
        #expect(members["error_codes"]?.array == [.number("\(number)")])
        #expect(members["error_description"]?.string?.hasPrefix("AADSTS\(number): ") == true)
        #expect((members["error_uri"] != nil) == (ErrorCatalogue.entraID[number]?.isNamed == true))
        if let suberror = ReferenceErrors.suberrors[number] { #expect(members["suberror"]?.string == suberror) }
        let status = ["invalid_client": 401, "temporarily_unavailable": number == 90055 ? 429 : 503][code]
        #expect(answer.status.code == status ?? 400)

        let shown = try await site.visit(.goodRequest)
        #expect(shown.errorNumber == number)
        if ReferenceErrors.entra[number] != nil {
            #expect((shown.location == nil) == ReferenceErrors.pages.contains(number))
        }
        guard shown.location != nil else { return #expect(shown.status == .badRequest) }
        let ofPages = [65001: "consent_required", 50076: "interaction_required"]
        #expect(shown.carried["error"] == ofPages[number] ?? code && shown.carried["state"] == "state-1")
    }

    @Test(arguments: ErrorCatalogue.azureADB2C.numbers)
    func `a code of Azure AD B2C is said by the user flows alone`(_ number: Int) async throws {
        let site = try await site(failingBy: "AADB2C\(number)")
        let answer = try await site.post("\(Site.susi)/token", ["grant_type": "refresh_token"])
        let members = try answer.object()
        #expect(Set(members.keys) == ["error", "error_description"])
        #expect(members["error_description"]?.string?.hasPrefix("AADB2C\(number): ") == true)
        #expect(answer.status == (number == 90035 ? .serviceUnavailable : .badRequest))
        let shown = try await site.visit(flow: Site.susi)
        if shown.location == nil {
            #expect([90006, 90008, 90018, 90036, 90066, 90067].contains(number))
            #expect(shown.text.contains("AADB2C\(number)"))
        } else {
            #expect(shown.carried["error"] == members["error"]?.string)
            #expect(shown.carried["error_description"]?.hasPrefix("AADB2C\(number): ") == true)
        }
        #expect(try await site.token(.refreshing("made-up")).errorNumber == 9_002_313)
    }

    @Test func `a missing second factor is reported with the claims to request`() async throws {
        let answer = try await site(failingBy: "AADSTS50076").token(.password).object()
        #expect(answer["error"] == .string("invalid_grant") && answer["suberror"] == .string("basic_action"))
        #expect(answer["claims"] == .string(#"{"access_token":{"amr":{"essential":true,"values":["mfa"]}}}"#))
    }

    @Test func `External ID has Entra ID's numbers`() async throws {
        let site = try await site(failingBy: "AADSTS50196")
        let form = FormParameters.flowRefreshing("a").with("client_id", SampleApp.customerPortalID)
        #expect(try await site.post("\(Site.external)/token", form).errorNumber == 50196)
        let shown = try await site.visit(flow: Site.external, .externalIDRequest)
        #expect(shown.carried["error"] == "invalid_grant" && shown.errorNumber == 50196)
        #expect(try await !site.post("\(Site.susi)/token", ["grant_type": "password"]).text.contains("50196"))
        let nobody = FormParameters.externalIDRequest.with("client_id", "nobody")
        #expect(try await site.visit(flow: Site.external, nobody).status == .badRequest)
    }

    @Test func `an unknown flow shows an error page even with a fault rule`() async throws {
        let site = try await site(failingBy: "AADB2C90118")
        let path = "/\(Site.customersID)/B2C_1_none/oauth2/v2.0/authorize"
        let shown = try await site.send(.get, "\(path)?\(FormParameters.flowRequest.encoded)")
        #expect(shown.status.code == 404 && shown.text.contains("AADB2C90066"))
    }

    @Test(arguments: ["AADSTS1", "AADB2C50196", "AADSTS", "AADSTS-50196", "1", "AADSTS٥٠١٩٦"])
    func `an unknown name is no fault`(_ name: String) async throws {
        let answer = try await Self.site.get().control(.post, "faults", #"{"fault": "\#(name)"}"#)
        #expect(answer.status == .badRequest && answer.text.contains(name))
    }

    @Test func `the number alone is enough, as text and as a member`() async throws {
        #expect(ErrorAnswer(named: "50196")?.number == 50196 && ErrorAnswer(named: "50196")?.prefix == nil)
        #expect(ErrorAnswer(named: "aadb2c90118")?.prefix == .azureADB2C)
        let site = try Self.site.get()
        _ = try await site.control(.delete, "faults")
        let rule = #"{"fault": {"kind": "error", "number": 50196}, "endpoint": "token"}"#
        #expect(try await site.control(.post, "faults", rule).status == .created)
        #expect(try await site.token(.password).errorNumber == 50196)
    }
}
