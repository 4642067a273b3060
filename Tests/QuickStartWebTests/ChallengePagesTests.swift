// SPDX-License-Identifier: Apache-2.0
import Fixtures
import Foundation
import SampleServers
import SignInTesting
import Testing

/// An API asks for more than a token: the browser goes to the provider, and comes back to the same page.
@Suite struct ChallengePagesTests {
    let stage: Stage
    private var tenant: TestTenant { stage.tenant }

    init() async throws { stage = try Stage(at: try await withTenant { $0 }) }

    private static let stepUp = #"Bearer error="insufficient_user_authentication", acr_values="urn:a""#
    private static let claims = #"{"access_token":{"acrs":{"essential":true,"value":"c1"}}}"#

    /// The parameters of the authorization request to which a response leads.
    private static func asked(_ response: TransportResponse) throws -> FormParameters {
        #expect(response.status == .seeOther, "\(response.text)")
        let address = try #require(URL(string: response.location))
        return try #require(FormParameters(queryOf: address))
    }

    @Test func `another authentication for a search leads there and back`() async throws {
        var visitor = try await stage.employee()
        tenant.clock.advance(by: .seconds(60))
        stage.faults.refuse("/v1.0/users?", .unauthorized, challenge: Self.stepUp)
        let start = try await visitor.get("/people?q=con")
        let request = try Self.asked(start)
        #expect((request["acr_values"], request["login_hint"]) == ("urn:a", tenant.person.username))
        stage.faults.clear()
        #expect(try await stage.answer(start, &visitor).text.contains("Conor O&#39;Brien"))
    }

    @Test func `claims that no refresh meets are named in the request to the provider`() async throws {
        var visitor = try await stage.employee()
        tenant.clock.advance(by: .seconds(60))
        let text = Data(Self.claims.utf8).base64EncodedString()
        stage.faults.refuse(
            "/v1.0/users?", .unauthorized, challenge: #"Bearer error="insufficient_claims", claims="\#(text)""#)
        _ = try await visitor.get("/people?q=con")
        #expect(try Self.asked(try await visitor.get("/people?q=con"))["claims"]?.contains("\"acrs\"") == true)
    }

    @Test func `a task that was typed survives another authentication`() async throws {
        var visitor = try await stage.employee()
        let form = try await visitor.get("/tasks").fields(of: "/tasks", ["text": "Water the plants"])
        tenant.clock.advance(by: .seconds(60))
        stage.faults.refuse("/api/tasks", .unauthorized, challenge: Self.stepUp)
        let start = try await visitor.post("/tasks", form)
        #expect(try Self.asked(start)["acr_values"] == "urn:a")
        stage.faults.clear()
        let after = try await stage.answer(start, &visitor)
        #expect(after.text.contains("Water the plants"), "\(after.text)")
    }

    @Test func `an API that rejects every token causes one step-up and then an error`() async throws {
        var visitor = try await stage.employee()
        tenant.clock.advance(by: .seconds(60))
        stage.faults.refuse("/v1.0/users?", .unauthorized, challenge: Self.stepUp)
        let after = try await stage.answer(try await visitor.get("/people?q=con"), &visitor)
        #expect(after.status != .seeOther, "no second visit")
    }
}
