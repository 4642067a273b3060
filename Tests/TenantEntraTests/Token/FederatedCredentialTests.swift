// SPDX-License-Identifier: Apache-2.0
import HTTPTransport

@testable import TenantDirectory
@testable import TenantFixtures

@Suite struct FederatedCredentialTests {
    private func site(keySet: String? = nil, issuer: FederatedIssuer = FederatedIssuer()) async throws -> Site {
        let site = try Site(transport: issuer)
        var app = RegisteredApp.sample(id: AssertionVectors.clientID)
        app.federatedIdentityCredentials = [
            FederatedIdentityCredential(issuer: AssertionVectors.issuer, subject: "somebody else"),
            FederatedIdentityCredential(
                issuer: AssertionVectors.issuer, subject: AssertionVectors.subject, keySet: keySet),
        ]
        try await site.add(app)
        return site
    }

    private let form = FormParameters.asserting(AssertionVectors.federated, clientID: AssertionVectors.clientID)

    @Test(arguments: [AssertionVectors.keySet, nil])
    func `a token of the issuer is as good as a secret`(_ keySet: String?) async throws {
        let site = try await site(keySet: keySet)
        let answer = try await site.token(form)
        #expect(answer.status == .ok, "\(answer.text)")
        #expect(try await site.claims(of: try answer.object()["access_token"])["appidacr"]?.string == "2")
    }

    static let broken: [FederatedIssuer] = [
        FederatedIssuer(documents: [:]),
        FederatedIssuer(documents: [
            "https://issuer.example/.well-known/openid-configuration":
                #"{"issuer":"https://other.example","jwks_uri":"https://issuer.example/keys"}"#,
            "https://issuer.example/keys": AssertionVectors.keySet,
        ]),
        FederatedIssuer(documents: [
            "https://issuer.example/.well-known/openid-configuration":
                #"{"issuer":"https://issuer.example","jwks_uri":"http://issuer.example/keys"}"#,
            "http://issuer.example/keys": AssertionVectors.keySet,
        ]),
        FederatedIssuer(documents: [
            "https://issuer.example/.well-known/openid-configuration":
                #"{"issuer":"https://issuer.example","jwks_uri":"https://issuer.example/keys"}"#,
            "https://issuer.example/keys": "<html>",
        ]),
        FederatedIssuer(documents: [
            "https://issuer.example/.well-known/openid-configuration":
                #"{"issuer":"https://issuer.example","jwks_uri":"https://issuer.example/keys"}"#,
            "https://issuer.example/keys": #"{"keys":[],"padding":""# + String(repeating: " ", count: 300_000) + #""}"#,
        ]),
    ]

    @Test(arguments: [
        ("https://issuer.example:8443/keys", true), ("https://keys.example/keys", true),
        ("https://localhost/keys", false), ("http://localhost/keys", false), ("https://127.0.0.1/keys", false),
        ("http://127.0.0.1:8080/keys", false), ("https://[::1]/keys", false), ("https://0.0.0.0/keys", false),
        ("https://127%2e0.0.1/keys", false), ("https://[fe80::1%25eth0]/keys", false),
        ("https://inside.example/keys", false), ("https://10.0.0.7/keys", false), ("https://[fd00::1]/keys", false),
        ("https://169.254.169.254/keys", false), ("https://[::ffff:10.0.0.1]/keys", false),
    ])
    func `keys are fetched from no loopback or private address`(_ address: String, _ isRead: Bool) async throws {
        let issuer = FederatedIssuer(documents: [
            "https://issuer.example/.well-known/openid-configuration":
                #"{"issuer":"https://issuer.example","jwks_uri":"\#(address)"}"#,
            address: AssertionVectors.keySet,
        ])
        let answer = try await site(issuer: issuer).token(form)
        #expect(answer.status == (isRead ? .ok : .unauthorized), "\(answer.text)")
        #expect(isRead || answer.errorNumber == 50166)
    }

    @Test(arguments: broken) func `keys come only from the issuer itself`(_ issuer: FederatedIssuer) async throws {
        let answer = try await site(issuer: issuer).token(form)
        #expect((answer.status, answer.errorNumber) == (.unauthorized, 50166))
    }

    static let mismatches: [(Int, String, JSONValue)] = [
        (700_211, "iss", .string("https://issuer.example/")), (700_211, "iss", .string("https://other.example")),
        (700_213, "sub", .string(AssertionVectors.subject.uppercased())), (700_212, "aud", .string("api://other")),
        (90014, "aud", .null), (90014, "sub", .null), (90014, "exp", .null), (700_024, "exp", .number("1")),
    ]

    @Test(arguments: mismatches)
    func `all claims must match the registration`(_ number: Int, _ name: String, _ value: JSONValue) async throws {
        let key = try AppKey.shared.get()
        let site = try await site(keySet: key.keySet)
        var claims: [String: JSONValue] = [
            "iss": .string(AssertionVectors.issuer), "sub": .string(AssertionVectors.subject),
            "aud": .string("api://AzureADTokenExchange"),
        ]
        let good = FormParameters.asserting(try key.assertion(claims), clientID: AssertionVectors.clientID)
        #expect(try await site.token(good).status == .ok)
        claims[name] = value
        let answer = try await site.token(.asserting(try key.assertion(claims), clientID: AssertionVectors.clientID))
        #expect(answer.errorNumber == number)
        #expect(try answer.object()["error"]?.string == (number == 90014 ? "invalid_request" : "invalid_client"))
    }

    @Test func `a token that another key signed is refused`() async throws {
        let site = try await site(keySet: try AppKey.shared.get().keySet)
        for assertion in [
            AssertionVectors.federated,
            try AppKey.foreign.get().assertion([
                "iss": .string(AssertionVectors.issuer), "sub": .string(AssertionVectors.subject),
                "aud": .string("api://AzureADTokenExchange"),
            ]),
        ] {
            let answer = try await site.token(.asserting(assertion, clientID: AssertionVectors.clientID))
            #expect((answer.errorNumber, answer.status) == (700_027, .unauthorized))
        }
    }
}
