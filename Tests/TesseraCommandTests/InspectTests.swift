// SPDX-License-Identifier: Apache-2.0
import APIAccess
import Fixtures
import Foundation
import SignIn
import SignInProvider
import Testing

@testable import ClientCommands
@testable import CommandTerminal

/// `tessera inspect` without any server.
@Suite struct InspectTests {
    private static let now = Date(timeIntervalSince1970: 1_767_225_600)

    /// A token with a header, claims, and an unchecked signature.
    private static func token(_ claims: [String: Any], header: [String: Any] = ["alg": "RS256"]) throws -> String {
        let parts = try [header, claims].map { part in
            try JSONSerialization.data(withJSONObject: part).base64EncodedString()
                .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
        }
        return (parts + ["c2lnbmF0dXJl"]).joined(separator: ".")
    }

    private static var good: [String: Any] {
        [
            "aud": "api-1", "azp": "client-1", "scp": "Tasks.Read Tasks.ReadWrite", "iat": now.timeIntervalSince1970,
            "nbf": now.timeIntervalSince1970, "exp": now.timeIntervalSince1970 + 3600,
        ]
    }

    private static let signed = ProviderFinding(signature: .valid(issuer: "https://provider.example"))

    private static let api = APIExpectation(
        name: "The API", audiences: ["api-1"], permissions: ["Tasks.ReadWrite", "Tasks.All"])

    private func objections(_ change: (inout [String: Any]) -> Void) throws -> [String] {
        var claims = Self.good
        change(&claims)
        return Self.api.objections(
            to: try InspectedToken(typed: try Self.token(claims)), finding: Self.signed, now: Self.now)
    }

    @Test func `a valid token causes no objection`() throws {
        #expect(try objections { _ in }.isEmpty)
    }

    @Test func `each fault is one objection`() throws {
        let rows: [(String, String, (inout [String: Any]) -> Void)] = [
            ("another API", "it is for api-2 (aud)", { $0["aud"] = "api-2" }),
            ("no audience", "names no audience", { $0["aud"] = nil }),
            ("over", "it expired 60 s ago", { $0["exp"] = Self.now.timeIntervalSince1970 - 60 }),
            ("over this very second", "it expired just now", { $0["exp"] = Self.now.timeIntervalSince1970 }),
            ("no end", "has no expiration time", { $0["exp"] = nil }),
            ("too early", "becomes valid in 10 min", { $0["nbf"] = Self.now.timeIntervalSince1970 + 600 }),
            ("less allowed", "it allows Tasks.Read (scp)", { $0["scp"] = "Tasks.Read" }),
            ("nothing allowed", "it allows nothing", { $0["scp"] = "" }),
            ("an ID token", "it is an ID token", { $0["nonce"] = "n" }),
        ]
        for (name, words, change) in rows {
            let objections = try objections(change)
            #expect(objections.count == 1, "\(name)")
            #expect(objections.first?.contains(words) == true, "\(name): \(objections)")
        }
    }

    @Test func `roles count as permissions, and an app that is its own API needs none`() throws {
        let roles = try objections {
            $0["scp"] = nil
            $0["roles"] = ["Tasks.All"]
        }
        #expect(roles.isEmpty)
        let own = try objections {
            $0["scp"] = nil
            $0["azp"] = "api-1"
        }
        #expect(own.isEmpty)
    }

    @Test(arguments: ["", "abc", "a.b", "a.b.c", "a.b.c.d.e", "eyJhbGciOiJub25lIn0..", "Bearer "])
    func `what is no signed token is refused with a next step`(typed: String) {
        let error = #expect(throws: CommandError.self) { try InspectedToken(typed: typed) }
        #expect(error?.hint.description.isEmpty == false)
    }

    @Test func `a pasted header field and white space do not matter`() throws {
        let token = try Self.token(Self.good)
        #expect(try InspectedToken(typed: "  bearer  \(token)\n").claims.strings("aud") == ["api-1"])
    }

    /// What people copy, with the token in place of `T`.
    @Test(arguments: [
        "T", " T\n", "\"T\"", "'T'", "`T`", "\u{201C}T", "Bearer T", "bearer  T", "DPoP T", "Authorization: Bearer T",
        "authorization:Bearer T\r\n", "-H 'Authorization: Bearer T' \\\n  https://api.example",
        "\"access_token\": \"T\",",
        "access_token=T", #"{"token_type":"Bearer","access_token":"T","expires_in":3600}"#, #"{"id_token":"T"}"#,
        "curl -H \"Authorization: Bearer T\" https://api.example/a.b.c", "<T>", "T,",
        "Authorization: Bearer T\nAccept: application/json",
        "GET / HTTP/1.1\r\nAuthorization: Bearer T\r\nHost: a.example",
    ])
    func `a token is read as people paste it`(_ pasted: String) throws {
        let token = try Self.token(Self.good)
        #expect(try InspectedToken(typed: pasted.replacing("T", with: token)).claims.strings("aud") == ["api-1"])
    }

    @Test(arguments: ["\n", "\r\n", "\n    ", "  \n", "\\\n"])
    func `a token that was wrapped is read as one`(_ wrap: String) throws {
        let token = try Self.token(Self.good)
        let lines = stride(from: 0, to: token.count, by: 40).map { String(token.dropFirst($0).prefix(40)) }
        let inspected = try InspectedToken(typed: "Bearer " + lines.joined(separator: wrap))
        #expect(inspected.text.revealed == token)
    }

    @Test func `a signature that does not hold speaks against every API`() throws {
        let token = try InspectedToken(typed: try Self.token(Self.good))
        let report = InspectionReport(
            token, finding: ProviderFinding(signature: .invalid(reason: "changed")), apis: [Self.api], now: Self.now)
        #expect(report.apis.map(\.accepts) == [false])
        #expect(report.lines.contains { $0.hasPrefix("Signature invalid") })
    }

    @Test(arguments: [
        (503, "", "not checked: "), (200, "no key set", "not checked: "), (200, #"{"keys":[]}"#, "not checked: "),
        (200, anotherKey, "invalid: it was not signed with a key of \(FakeProvider.issuerText)"),
    ])
    func `only a key set that arrived speaks against a signature`(
        _ status: Int, _ keys: String, _ words: String
    ) async throws {
        let metadata = """
            {"issuer":"\(FakeProvider.issuerText)","authorization_endpoint":"https://login.example/authorize",\
            "token_endpoint":"https://login.example/token","jwks_uri":"https://login.example/keys"}
            """
        let transport = ScriptedTransport(
            [(200, metadata), (status, keys)], at: "GET https://", "GET https://login.example/keys")
        let registration = ClientRegistration(
            name: "inspect", issuer: FakeProvider.issuer, clientID: "app",
            redirectURI: try #require(RedirectURI("http://localhost")), scopes: [])
        let flow = SignInFlow(registration, keepingIn: AccountStore(MemoryAccountStorage(), over: transport))
        let token = try InspectedToken(typed: try Self.token(Self.good, header: ["alg": "RS256", "kid": "key-2"]))
        let signature = await flow.signature(of: token)
        #expect(signature.line.hasPrefix(words), "\(signature.line)")
    }

    private static let anotherKey = #"{"keys":[{"kty":"OKP","crv":"Ed25519","kid":"key-1","x":"\#(publicKey)"}]}"#
    /// RFC 8037, appendix A.2.
    private static let publicKey = "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"

    @Test func `the issuer counts only for an API that accepts one provider alone`() throws {
        let token = try InspectedToken(typed: try Self.token(Self.good))
        var finding = Self.signed
        finding.objection = "it is from another user flow"
        var api = Self.api
        #expect(api.objections(to: token, finding: finding, now: Self.now).isEmpty)
        api.believesProviderAlone = true
        #expect(api.objections(to: token, finding: finding, now: Self.now) == ["it is from another user flow"])
    }

    @Test(arguments: [1e300, -1e300, 1e20, -1e19, 9_223_372_036_854_775_807])
    func `a time in the far future does not end the program`(seconds: Double) throws {
        let token = try InspectedToken(typed: try Self.token(["exp": seconds, "nbf": seconds, "iat": seconds]))
        let report = InspectionReport(token, finding: Self.signed, apis: [Self.api], now: Self.now)
        #expect(report.apis.first?.accepts == false)
        #expect(!report.lines.isEmpty)
    }

    @Test func `the report never repeats the token`() throws {
        let text = try Self.token(Self.good)
        let report = InspectionReport(
            try InspectedToken(typed: text), finding: ProviderFinding(signature: .unchecked(reason: "nobody looked")),
            apis: [Self.api], now: Self.now)
        let json = String(decoding: try JSONEncoder().encode(report), as: UTF8.self)
        for part in text.split(separator: ".") {
            #expect(!json.contains(part) && !report.lines.joined().contains(part))
        }
    }
}
