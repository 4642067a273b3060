// SPDX-License-Identifier: Apache-2.0
@testable import TenantDirectory
@testable import TenantFixtures

/// The format of errors in `wire.md` §1.3.
@Suite struct TokenErrorTests: SiteSuite {
    let site: Site

    static let correlationID = "6d0c7bd1-4a25-4b5e-9b57-d1a0fd1d4b3c"

    @Test func `an error has these members and no others`() async throws {
        let id = try #require(HTTPField.Name("client-request-id"))
        let answer = try await site.token(
            ["grant_type": "magic", "client_id": Site.clientID], fields: [id: Self.correlationID])
        let error = try answer.object()
        #expect(answer["Content-Type"] == "application/json; charset=utf-8")
        #expect((answer["Cache-Control"], answer["Pragma"]) == ("no-store, no-cache", "no-cache"))
        #expect((answer["Expires"], answer["x-ms-clitelem"]) == ("-1", "1,70003,0,,"))
        #expect(
            Set(error.keys) == ["error", "error_description", "error_codes", "timestamp", "trace_id", "correlation_id"])
        let trace = try #require(error["trace_id"]?.string)
        #expect(UUID(uuidString: trace) != nil)
        #expect(answer["x-ms-request-id"] == trace)
        #expect(error.texts("correlation_id", "timestamp") == [Self.correlationID, "2026-01-01 00:00:00Z"])
        #expect(error["error_codes"]?.array == [.number("70003")])
        #expect(
            error["error_description"]?.string
                == "AADSTS70003: The app requested an unsupported grant type 'magic'. Trace ID: \(trace) "
                + "Correlation ID: \(Self.correlationID) Timestamp: 2026-01-01 00:00:00Z")
    }

    @Test func `the correlation id may come in the form`() async throws {
        let answer = try await site.token(["client-request-id": Self.correlationID])
        #expect(try answer.object()["correlation_id"]?.string == Self.correlationID)
    }

    static let noIDs = ["", "a b", "é", "<b>", "a\r\nb", "１２", "a\u{301}", String(repeating: "a", count: 65)]

    @Test(arguments: noIDs) func `an invalid correlation id is not repeated`(_ text: String) async throws {
        let id = try #require(try await site.token(["client-request-id": text]).object()["correlation_id"]?.string)
        #expect(UUID(uuidString: id) != nil)
        let name = try #require(HTTPField.Name("client-request-id"))
        let graph = try await site.send(.get, "/v1.0/me", fields: [name: text])
        #expect(graph["client-request-id"] == graph["request-id"] && graph["request-id"] != nil)
    }

    @Test func `without a correlation id there is a new one`() async throws {
        let ids = [try await site.token([:]).object(), try await site.token([:]).object()]
            .compactMap { $0["correlation_id"]?.string }
        #expect(Set(ids).count == 2)
        #expect(ids.allSatisfy { UUID(uuidString: $0) != nil })
    }

    @Test func `missing consent names its finer reason`() async throws {
        let app = RegisteredApp.sample()
        try await site.add(app)
        let request = FormParameters.goodRequest.with("client_id", app.id).with("scope", "openid User.Read")
        let form = FormParameters.redeeming(try await site.code(for: request)).with("client_id", app.id)
        let error = try await site.token(form.adding("scope", "api://tasks/Tasks.ReadWrite"))
        #expect(try error.refusal == ["invalid_grant", "65001", "consent_required"])
    }

    @Test func `only POST is taken`() async throws {
        let answer = try await site.send(.get, Site.tokenPath)
        #expect((answer.status, answer["Allow"]) == (.methodNotAllowed, "POST"))
        #expect(try answer.object()["error_codes"]?.array == [.number("900561")])
    }
}
