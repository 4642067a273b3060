// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
import HTTPTransport
import JSONWebSignatures
import SignIn
import SignInProvider
import Testing

/// The modules of the plans for Basic and Form Post certification, by name, in both response modes.
@Suite struct BasicProfileTests {
    typealias Profile = ConformanceRun.Profile

    private static func refusal(
        _ profile: Profile, _ claims: @escaping @Sendable (inout ConformanceBehaviour.Members) -> Void
    ) async throws -> Refusal.Code? {
        try await ConformanceRun(ConformanceBehaviour(claims: claims)).refusal(profile)
    }

    @Test(arguments: Profile.allCases)
    func `oidcc-client-test: a code is exchanged, and the person known`(_ profile: Profile) async throws {
        let run = try ConformanceRun()
        let (account, userInfo) = try await run.logIn(profile)
        #expect(account.identity.subject == "user-subject-1234531")
        #expect(userInfo.subject == account.identity.subject)
        let asked = try #require(await run.provider.last("authorize")?.form)
        #expect(asked["response_type"] == "code")
        #expect(asked["response_mode"] == (profile == .formPost ? "form_post" : nil))
        #expect(asked["scope"]?.split(separator: " ").contains("openid") == true)
        #expect(asked["state"] != nil && asked["nonce"] != nil)
    }

    @Test(arguments: Profile.allCases)
    func `oidcc-client-test-invalid-iss: another issuer is refused`(_ profile: Profile) async throws {
        let code = try await Self.refusal(profile) {
            $0["iss"] = .string(ConformanceProvider.issuer + "1")
        }
        #expect(code == .issuerMismatch)
    }

    @Test(arguments: Profile.allCases)
    func `oidcc-client-test-missing-sub: an ID token without a person is refused`(_ profile: Profile) async throws {
        #expect(try await Self.refusal(profile) { $0["sub"] = nil } == .claimMissing)
    }

    @Test(arguments: Profile.allCases)
    func `oidcc-client-test-invalid-aud: an ID token for another app is refused`(_ profile: Profile) async throws {
        let code = try await Self.refusal(profile) { $0["aud"] = .string(ConformanceProvider.clientID + "1") }
        #expect(code == .audienceMismatch)
    }

    @Test(arguments: Profile.allCases)
    func `oidcc-client-test-missing-iat: an ID token without a time is refused`(_ profile: Profile) async throws {
        #expect(try await Self.refusal(profile) { $0["iat"] = nil } == .claimMissing)
    }

    @Test(arguments: Profile.allCases)
    func `oidcc-client-test-kid-absent-single-jwks: the only key needs no name`(_ profile: Profile) async throws {
        let found = try await ConformanceRun(ConformanceBehaviour(leavesOutKeyNames: true)).logIn(profile)
        #expect(found.account.identity.subject == found.userInfo.subject)
    }

    /// The suite lets a client refuse, or try all keys; this client refuses.
    @Test(arguments: Profile.allCases)
    func `oidcc-client-test-kid-absent-multiple-jwks: several keys need names`(profile: Profile) async throws {
        let behaviour = ConformanceBehaviour(
            keys: [ConformanceKeys.first, ConformanceKeys.second], leavesOutKeyNames: true)
        #expect(try await ConformanceRun(behaviour).refusal(profile) == .keyUnknown)
    }

    @Test(arguments: Profile.allCases)
    func `oidcc-client-test-idtoken-sig-rs256: RS256 is verified`(_ profile: Profile) async throws {
        let behaviour = ConformanceBehaviour(
            keys: [ConformanceKeys.elliptic, ConformanceKeys.second], algorithm: .rs256)
        let found = try await ConformanceRun(behaviour).logIn(profile)
        #expect(found.account.identity.subject == found.userInfo.subject)
    }

    /// Unsigned tokens are always refused; the suite accepts that of clients not registered for `none`.
    @Test(arguments: Profile.allCases)
    func `oidcc-client-test-idtoken-sig-none: an unsigned ID token is refused`(_ profile: Profile) async throws {
        let behaviour = ConformanceBehaviour(
            metadata: {
                $0["id_token_signing_alg_values_supported"] = .array([.string("none"), .string("RS256")])
            },
            tampering: { Base64URL.encode(#"{"alg":"none"}"#.utf8) + "." + $0.split(separator: ".")[1] + "." })
        #expect(try await ConformanceRun(behaviour).refusal(profile) == .algorithmNotAllowed)
    }

    @Test(arguments: Profile.allCases)
    func `oidcc-client-test-invalid-sig-rs256: a signature that is wrong is refused`(_ profile: Profile) async throws {
        let behaviour = ConformanceBehaviour(tampering: ComprehensiveProfileTests.spoilSignature)
        #expect(try await ConformanceRun(behaviour).refusal(profile) == .signatureInvalid)
    }

    @Test(arguments: Profile.allCases)
    func `oidcc-client-test-userinfo-invalid-sub: another person's claims are refused`(profile: Profile) async throws {
        let run = try ConformanceRun(ConformanceBehaviour(userInfo: { $0["sub"] = .string("somebody else") }))
        await expect(Refusal.self, .subjectMismatch) { try await run.logIn(profile) }
    }

    @Test(arguments: Profile.allCases)
    func `oidcc-client-test-nonce-invalid: another sign-in's ID token is refused`(_ profile: Profile) async throws {
        #expect(try await Self.refusal(profile) { $0["nonce"] = .string("1") } == .nonceMismatch)
    }

    @Test(arguments: Profile.allCases)
    func `oidcc-client-test-scope-userinfo-claims: scopes request claims of UserInfo`(profile: Profile) async throws {
        let run = try ConformanceRun()
        let (account, userInfo) = try await run.logIn(profile)
        #expect(await run.provider.last("authorize")?.form["scope"] == "openid profile email")
        #expect(userInfo.claims.string("name") == "Demo T. User")
        #expect(userInfo.claims.string("email") == "user@example.com")
        #expect(account.identity.name == nil)
    }

    /// The client is registered for HTTP Basic, with an id and a secret that need encoding.
    @Test(arguments: Profile.allCases)
    func `oidcc-client-test-client-secret-basic: the secret goes as HTTP Basic`(_ profile: Profile) async throws {
        let run = try ConformanceRun()
        _ = try await run.logIn(profile)
        let token = try #require(await run.provider.last("token"))
        #expect(token.request.headerFields[.authorization]?.hasPrefix("Basic ") == true)
        #expect(token.form["client_secret"] == nil)
    }
}
