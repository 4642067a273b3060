// SPDX-License-Identifier: Apache-2.0
import Fixtures
import HTTPMessages
import SignInTesting

@Suite struct TenantAdministrationTests {
    @Test(arguments: [
        ("https://tenant.example", true), ("http://127.0.0.1:4400", true), ("http://[::1]:4400", true),
        ("http://tenant.example", false), ("http://192.0.2.7:4400", false), ("http://localhost.example", false),
    ])
    func `the key goes over https, or to this machine`(_ address: String, _ isSent: Bool) async throws {
        let recorder = StubTransport { _, _ in TransportResponse(200, "{}") }
        let url = try #require(URL(string: address))
        let administration = TenantAdministration(over: recorder, at: url, key: Redacted("k-1"))
        guard isSent else {
            let error = await #expect(throws: TenantAdministrationError.self) { try await administration.reset() }
            #expect(error?.message.contains("https") == true && error?.message.contains("k-1") == false)
            #expect(recorder.requests.isEmpty)
            return
        }
        try await administration.reset()
        #expect(recorder.requests.first?.headerFields[.authorization] == "Bearer k-1")
    }

    @Test func `without a key none is sent`() async throws {
        let recorder = StubTransport { _, _ in TransportResponse(200, "{}") }
        let url = try #require(URL(string: "http://tenant.example"))
        try await TenantAdministration(over: recorder, at: url).reset()
        #expect((recorder.requests.count, recorder.requests.first?.headerFields[.authorization]) == (1, nil))
    }

    @Test func `a test asks why its request was refused`() async throws {
        let tenant = try await withTenant { $0 }
        #expect(try await tenant.administration.refusals().isEmpty)
        for _ in 1...2 {
            _ = await #expect(throws: TenantAdministrationError.self) {
                try await tenant.administration.addPerson("ana", named: "Ana", in: "nowhere")
            }
        }
        // Refusals of the API for tests leave no entry; those of other addresses do.
        let transport = tenant.transport
        for path in ["common/oauth2/v2.0/authorize?client_id=7", "v1.0/me"] {
            let url = try #require(URL(string: "http://127.0.0.1:4400/\(path)"))
            _ = try await transport.send(HTTPRequest(method: .get, url: url), body: Data())
        }
        let refused = try await tenant.administration.refusals()
        #expect(refused.map(\.rule) == ["InvalidAuthenticationToken", "AADSTS700016"])
        #expect(try await tenant.administration.refusals(after: 1).map(\.number) == [2])
    }
}
