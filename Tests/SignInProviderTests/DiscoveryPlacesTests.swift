// SPDX-License-Identifier: Apache-2.0
import Fixtures
import HTTPMessages
import HTTPTransport
import OAuthMessages
import SignInProvider

@Suite struct DiscoveryPlacesTests {
    private static let issuer = "https://id.example/t1"
    private static let places = [
        "https://id.example/.well-known/oauth-authorization-server/t1",
        "https://id.example/.well-known/openid-configuration/t1",
        "https://id.example/t1/.well-known/openid-configuration",
    ]
    private static let document = """
        {"issuer":"\(issuer)","authorization_endpoint":"\(issuer)/authorize","token_endpoint":"\(issuer)/token",
        "jwks_uri":"\(issuer)/keys","id_token_signing_alg_values_supported":["RS256"]}
        """

    /// Responses without a usable document.
    static let unusable: [(Int, String)] = [
        (404, ""), (400, "{}"), (401, ""), (403, "<html>"), (405, ""), (408, ""), (410, ""), (425, ""), (429, ""),
        (500, ""), (502, "<html>"),
        (503, document), (301, ""), (302, document), (304, ""), (307, ""), (408, document), (201, document), (204, ""),
        (206, document),
        (200, ""), (200, "<!DOCTYPE html><title>App</title>"), (200, "[]"), (200, "null"), (200, "{}"),
        (200, #"{"issuer":7}"#), (200, document.replacing("}", with: "")),
        (200, document.replacing(#""https://id.example/t1/token""#, with: "7")),
        (200, document + String(repeating: " ", count: 256 * 1024)),
    ]

    private static func response(_ document: String) -> TransportResponse {
        TransportResponse(head: HTTPResponse(status: .ok), body: Data(document.utf8))
    }

    private static func discover(
        _ answers: [(Int, String)], _ issuer: String = issuer
    ) async throws -> (
        Result<IdentityProvider, any Error>, [String]
    ) {
        let transport = ScriptedTransport(
            answers.map { (status: $0.0, body: $0.1) }, thenUnreachable: answers.isEmpty)
        let description = ProviderDescription(issuer: try #require(URL(string: issuer)), rules: .ofUnknownProvider)
        do {
            let provider = try await IdentityProvider.discover(description, over: transport)
            return (.success(provider), await transport.lines)
        } catch {
            return (.failure(error), await transport.lines)
        }
    }

    @Test(arguments: unusable, [1, 2])
    func `an unusable answer leads to the next place`(_ answer: (Int, String), _ count: Int) async throws {
        let answers = [(Int, String)](repeating: answer, count: count) + [(200, Self.document)]
        let (found, asked) = try await Self.discover(answers)
        #expect(try found.get().metadata.issuer == Self.issuer)
        #expect(asked == Self.places.prefix(count + 1).map { "GET \($0)" })
    }

    /// A readable document with a wrong security-relevant value.
    @Test(arguments: [
        (
            Refusal.Code.metadataIssuerMismatch, #""issuer":"https://id.example/t1""#,
            #""issuer":"https://id.example/t2""#
        ),
        (.metadataIssuerMismatch, #""issuer":"https://id.example/t1""#, #""issuer":"https://id.example/t1/""#),
        (.addressInsecure, "https://id.example/t1/token", "http://id.example/t1/token"),
        (.addressInsecure, "https://id.example/t1/keys", "https://127.0.0.1/keys"),
        (.hostMalformed, "https://id.example/t1/token", "https://127%2e0.0.1/token"),
    ])
    func `a wrong document is refused, never skipped`(code: Refusal.Code, old: String, new: String) async throws {
        try #require(Self.document.contains(old))
        let answers = [(404, ""), (200, Self.document.replacing(old, with: new)), (200, Self.document)]
        let (found, asked) = try await Self.discover(answers)
        let refusal = #expect(throws: Refusal.self) { try found.get() }
        #expect(refusal?.code == code && asked.count == 2)
    }

    /// The responses at the three places, and the one that the error is about.
    static let failures: [(answers: [(Int, String)], index: Int)] = [
        ([(404, ""), (404, ""), (404, "")], 0), ([(404, ""), (503, ""), (200, "<html>")], 1),
        ([(404, ""), (200, "<html>"), (429, "")], 2), ([(500, ""), (503, ""), (404, "")], 0),
        ([(404, ""), (302, ""), (200, "<html>")], 2), ([(302, ""), (404, ""), (204, "")], 0),
        ([(404, ""), (200, "<html>"), (408, "")], 2),
        ([(404, ""), (200, "<html>"), (502, #"{"error":"invalid_request"}"#)], 2),
    ]

    @Test(arguments: failures)
    func `the error reports the most informative failure`(_ answers: [(Int, String)], _ index: Int) async throws {
        let (found, asked) = try await Self.discover(answers)
        #expect(asked.count == 3)
        guard case .failure(let failure) = found, let error = failure as? any ActionableError else {
            Issue.record("\(found)")
            return
        }
        let hasCode = (error as? ServerError).map { $0.code != .unspecified } ?? false
        let place = hasCode ? "\((error as? ServerError)?.endpoint as Any)" : error.message
        #expect(place.contains(Self.places[index]), "\(place)")
    }

    /// Whether the server was reached, so that its next place may have the document.
    @Test(
        arguments: [
            (.connectionLost, true), (.responseTooLarge, true), (.unreachable, false), (.timedOut, false),
            (.untrusted, false), (.unusableTarget, false),
        ] as [(TransportError.Code, Bool)])
    func `tries the next location only after an interruption`(code: TransportError.Code, goesOn: Bool) async throws {
        let lost = Result<TransportResponse, TransportError>.failure(TransportError(code, "gone"))
        let transport = StubTransport([lost, .success(Self.response(Self.document))])
        let issuer = try #require(URL(string: Self.issuer))
        let description = ProviderDescription(issuer: issuer, rules: .ofUnknownProvider)
        if goesOn {
            let provider = try await IdentityProvider.discover(description, over: transport)
            #expect(provider.metadata.issuer == Self.issuer && transport.requests.count == 2)
        } else {
            let error = await #expect(throws: TransportError.self) {
                try await IdentityProvider.discover(description, over: transport)
            }
            #expect(error?.code == code && transport.requests.count == 1)
        }
    }

    /// An interrupted provider with identities must not become one without.
    @Test(arguments: [(TransportError.Code.connectionLost, false), (.responseTooLarge, true)])
    func `plain metadata count only without a temporary failure`(code: TransportError.Code, found: Bool) async throws {
        let document = #"{"issuer":"\#(Self.issuer)","token_endpoint":"\#(Self.issuer)/token"}"#
        let transport = StubTransport([.failure(TransportError(code, "gone")), .success(Self.response(document))])
        var rules = ProviderRules.standard
        rules.metadataKinds = [.openID, .authorizationServer]
        let description = ProviderDescription(issuer: try #require(URL(string: Self.issuer)), rules: rules)
        let provider = try? await IdentityProvider.discover(description, over: transport)
        #expect((provider != nil) == found && transport.requests.count == 2)
    }

    /// Requested issuer, stated issuer, and whether they match; only a bare host may have or lack its slash.
    @Test(arguments: [
        ("https://id.example", "https://id.example", true), ("https://id.example", "https://id.example/", true),
        ("https://id.example/", "https://id.example", true),
        ("https://id.example:8443/", "https://id.example:8443", true),
        ("https://id.example/", "https://id.example//", false),
        ("https://id.example/t1", "https://id.example/t1/", false),
        ("https://id.example/t1/", "https://id.example/t1", false), ("https://id.example", "https://ID.example", false),
        ("https://id.example", "https://id.example:443", false), ("https://id.example", "https://id.example/?", false),
        ("https://id.example", "https://id.example/#", false), ("https://id.example", "http://id.example", false),
        ("https://id.example/a%20b", "https://id.example/a b", false),
    ])
    func `only a slash after a bare host is ignored`(asked: String, stated: String, isAccepted: Bool) async throws {
        let document = Self.document.replacing(#""issuer":"\#(Self.issuer)""#, with: #""issuer":"\#(stated)""#)
        let (found, _) = try await Self.discover([(200, document)], asked)
        guard isAccepted else {
            #expect(await refused { try found.get() } == .metadataIssuerMismatch)
            return
        }
        let provider = try found.get()
        #expect(provider.metadata.issuer == stated)
        #expect(provider.issuer(of: Claims(["iss": .string(stated)])) == stated)
        let other = stated.hasSuffix("/") ? String(stated.dropLast()) : stated + "/"
        #expect(provider.issuer(of: Claims(["iss": .string(other)])) == nil, "tokens are compared byte by byte")
    }
}
