// SPDX-License-Identifier: Apache-2.0
import Fixtures
import HTTPMessages
import JSONWebSignatures
import LocalTenant
import SignInTesting

@Suite struct ConfidentialClientTests {
    private func signedIn(
        _ clientID: String, _ authentication: ClientAuthentication, redirectURI: String,
        metadata: [String: (any Sendable)?] = [:], untilExpiry isExpired: Bool = false
    ) async throws -> (SignInFlow, Account, TamperingTransport) {
        let tenant = try await withTenant { $0 }
        let (transport, clock) = (TamperingTransport(tenant.transport), tenant.clock)
        transport.changeMetadata(metadata)
        let registration = ClientRegistration(
            name: "web", issuer: try #require(URL(string: "http://127.0.0.1:4400/op")), clientID: clientID,
            authentication: authentication, redirectURI: try #require(RedirectURI(redirectURI)),
            scopes: ["profile", "offline_access"])
        let flow = SignInFlow(
            registration,
            keepingIn: AccountStore(
                MemoryAccountStorage(), registrations: [registration], over: transport,
                time: clock.time))
        let account = try await flow.signIn(at: tenant)
        if isExpired { clock.advance(by: .seconds(7200)) }
        transport.forget()
        return (flow, account, transport)
    }

    private func webApp(untilExpiry isExpired: Bool = false) async throws -> (SignInFlow, Account, TamperingTransport) {
        let secret = ClientAuthentication(secret: StandardSampleClient.webSecret)
        return try await signedIn(
            StandardSampleClient.webID, secret, redirectURI: "http://localhost:8080/callback", untilExpiry: isExpired)
    }

    private static func revocation(_ transport: TamperingTransport) throws -> TamperingTransport.Sent {
        try #require(transport.sent.first { $0.request.path?.contains("/revoke") == true })
    }

    @Test func `a secret that the provider repeats is in no error`() async throws {
        let (flow, account, transport) = try await webApp(untilExpiry: true)
        let secret = StandardSampleClient.webSecret
        transport.answer(at: "/token") { _, body in
            let form = FormParameters(encoded: String(decoding: body, as: UTF8.self))
            let said = "not right: \(secret) \(form?["refresh_token"] ?? "")"
            return TransportResponse(400, #"{"error":"invalid_client","error_description":"\#(said)"}"#)
        }
        let error = await #expect(throws: ServerError.self) {
            try await flow.session(of: account).accessToken(for: ["profile"])
        }
        let shown = "\(try #require(error)) \(error?.providerDescription ?? "") \(String(reflecting: error))"
        #expect(shown.contains("not right"))
        let refreshToken = try #require(transport.tokenRequests.first?.form?["refresh_token"])
        for secret in [secret, refreshToken] { #expect(!shown.contains(secret)) }
    }

    @Test func `what a client with a secret gives back is at its end`() async throws {
        let (flow, account, transport) = try await webApp()
        _ = try await flow.signOut(account)
        let revocation = try Self.revocation(transport)
        let given = try #require(revocation.form?["token"])
        let form: FormParameters = ["grant_type": "refresh_token", "refresh_token": given]
        var request = HTTPRequest(method: .post, url: try #require(URL(string: "http://127.0.0.1:4400/op/token")))
        request.headerFields = revocation.request.headerFields
        let answer = try await transport.send(request, body: Data(form.encoded.utf8))
        #expect(answer.status == .badRequest)
        #expect(ServerError(status: 400, body: answer.body).code == .invalidGrant)
    }

    /// The revocation endpoint, and the assertion's audience: never one that lets another server act in our name.
    @Test(
        arguments: [
            (nil, "http://127.0.0.1:4400/op/token"),
            ("http://127.0.0.1:4500/op/revoke", "http://127.0.0.1:4500/op/revoke"),
        ] as [(String?, String)])
    func `an assertion is for the server that it is sent to`(_ endpoint: String?, _ audience: String) async throws {
        let key = try ClientKey(jsonWebKey: Data(ClientAuthenticationTests.sampleServiceKey.utf8))
        let (flow, account, transport) = try await signedIn(
            StandardSampleClient.serviceID, .privateKeyJWT(key), redirectURI: "http://127.0.0.1:8090/callback",
            metadata: endpoint.map { ["revocation_endpoint": $0] } ?? [:])
        let status = Mutex<Int?>(nil)
        transport.change { request, response in
            if request.path?.contains("/revoke") == true { status.withLock { $0 = response.status.code } }
        }
        _ = try await flow.signOut(account)
        let assertion = try #require(try Self.revocation(transport).form?["client_assertion"])
        #expect(try ClientAuthenticationTests.part(1, of: assertion)["aud"] == .string(audience))
        #expect(status.withLock { $0 } == (endpoint == nil ? 200 : nil), "nobody is at the other address")
    }
}
