// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
import JSONWebSignatures
import SignIn
import Testing

/// The modules of the plan `oidcc-client-config-certification-test-plan`, by name; ``BasicProfileTests`` has
/// `idtoken-sig-none`.
@Suite struct ConfigProfileTests {
    @Test
    func `oidcc-client-test-discovery-openid-config: what the provider says of itself is asked first`() async throws {
        let run = try ConformanceRun()
        _ = try await run.logIn()
        let first = try #require(await run.provider.requests.first?.request)
        #expect(first.path == "/test/a/tessera/.well-known/openid-configuration")
        #expect(await run.provider.count(of: ".well-known/openid-configuration") == 1)
    }

    @Test func `oidcc-client-test-discovery-jwks-uri-keys: keys are where the provider says`() async throws {
        let run = try ConformanceRun(ConformanceBehaviour(keysPath: "jwksQbZrTuWxYa"))
        _ = try await run.logIn()
        #expect(await (run.provider.count(of: "jwksQbZrTuWxYa"), run.provider.count(of: "jwks")) == (1, 0))
    }

    @Test(arguments: [
        ConformanceProvider.issuer + "INVALID", String(ConformanceProvider.issuer.dropLast()), "https://evil.example/",
    ])
    func `oidcc-client-test-discovery-issuer-mismatch: another issuer is refused`(stated: String) async throws {
        let run = try ConformanceRun(ConformanceBehaviour(metadata: { $0["issuer"] = .string(stated) }))
        #expect(try await (run.refusal(), run.provider.count(of: "authorize")) == (.metadataIssuerMismatch, 0))
    }

    @Test func `oidcc-client-test-signing-key-rotation-just-before-signing: a new key is fetched`() async throws {
        let run = try ConformanceRun()
        _ = try await run.logIn()
        await run.provider.change { $0.nextKey = ConformanceKeys.second }
        _ = try await run.logIn()
        #expect(await run.provider.count(of: "jwks") == 2)
    }

    @Test
    func `oidcc-client-test-signing-key-rotation: a second login is verified with the key of its time`() async throws {
        let run = try ConformanceRun()
        _ = try await run.logIn()
        await run.provider.change { $0.keys = [ConformanceKeys.second] }
        _ = try await run.logIn()
        await run.provider.change { $0.keys = [ConformanceKeys.first] }
        _ = try await run.logIn()
        #expect(await run.provider.count(of: "jwks") == 3)
    }
}
