// SPDX-License-Identifier: Apache-2.0
import JSONWebSignatures
import SignIn
import SignInProvider
import Testing

/// The modules of the plan `oidcc-client-back-channel-logout-rp-basic`, by name.
@Suite struct BackChannelLogoutProfileTests {
    private static let event = "http://schemas.openid.net/event/backchannel-logout"

    private static func judge(
        behaviour: ConformanceBehaviour = ConformanceBehaviour(),
        _ change: (inout ConformanceBehaviour.Members) -> Void = { _ in }
    ) async throws -> LogoutToken {
        let run = try ConformanceRun(behaviour)
        var claims: [String: JSONValue] = [
            "iss": .string(ConformanceProvider.issuer), "sub": .string("user-subject-1234531"),
            "aud": .string(ConformanceProvider.clientID), "jti": .string("j"), "sid": .string("s"),
            "iat": .number("\(ConformanceRun.start)"), "exp": .number("\(ConformanceRun.start + 120)"),
            "events": .object([event: .object([:])]),
        ]
        change(&claims)
        let token = try behaviour.tampering(try await run.provider.signed(claims, type: "logout+jwt"))
        return try await run.flow.validateLogoutToken(Redacted(token))
    }

    private static func refusal(
        behaviour: ConformanceBehaviour = ConformanceBehaviour(),
        _ change: (inout ConformanceBehaviour.Members) -> Void = { _ in }
    ) async -> Refusal.Code? {
        await #expect(throws: Refusal.self) { try await judge(behaviour: behaviour, change) }?.code
    }

    @Test func `oidcc-client-test-rp-backchannel-rpinitlogout: a logout token says whose session ends`() async throws {
        let token = try await Self.judge()
        #expect(token.subject == "user-subject-1234531" && token.sessionID == "s" && token.id == "j")
    }

    @Test func `oidcc-client-test-rp-backchannel-rpinitlogout-alg-none: an unsigned logout token is refused`() async {
        let behaviour = ConformanceBehaviour(
            tampering: { Base64URL.encode(#"{"alg":"none"}"#.utf8) + "." + $0.split(separator: ".")[1] + "." })
        #expect(await Self.refusal(behaviour: behaviour) == .algorithmNotAllowed)
    }

    @Test func `oidcc-client-test-rp-backchannel-rpinitlogout-no-event: a token without the event is refused`() async {
        #expect(await Self.refusal { $0["events"] = nil } == .notALogoutToken)
    }

    @Test func `oidcc-client-test-rp-backchannel-rpinitlogout-with-nonce: a token with a nonce is refused`() async {
        #expect(await Self.refusal { $0["nonce"] = .string("n") } == .notALogoutToken)
    }

    @Test func `oidcc-client-test-rp-backchannel-rpinitlogout-wrong-alg: another algorithm is refused`() async {
        let behaviour = ConformanceBehaviour(
            metadata: { $0["id_token_signing_alg_values_supported"] = .array([.string("RS256")]) },
            algorithm: .ps256)
        #expect(await Self.refusal(behaviour: behaviour) == .algorithmNotAllowed)
    }

    @Test func `oidcc-client-test-rp-backchannel-rpinitlogout-wrong-aud: a token for another app is refused`() async {
        #expect(await Self.refusal { $0["aud"] = .string("another app") } == .audienceMismatch)
    }

    @Test func `oidcc-client-test-rp-backchannel-rpinitlogout-wrong-event: another event is refused`() async {
        #expect(await Self.refusal { $0["events"] = .object(["urn:other": .object([:])]) } == .notALogoutToken)
    }

    @Test func `oidcc-client-test-rp-backchannel-rpinitlogout-wrong-iss: another issuer is refused`() async {
        #expect(await Self.refusal { $0["iss"] = .string("https://evil.example/") } == .issuerMismatch)
    }
}
