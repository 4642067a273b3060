// SPDX-License-Identifier: Apache-2.0
import MicrosoftIdentity
import OAuth
import Provider
import SignIn
import Testing

/// The way in which a client sends its secret, at a provider that refuses every way but the registered one.
@Suite struct SecretMethodTests {
    typealias Method = ClientAuthentication.SecretMethod

    /// What the provider advertises, the client's registered way, and what the app's settings say of it.
    static let accepted: [(supported: [Method], registered: Method, named: Method?)] = [
        ([.basic, .post], .basic, nil), ([.basic, .post], .basic, .basic), ([.basic, .post], .post, .post),
        ([.post, .basic], .basic, nil), ([.post], .post, nil), ([.basic], .basic, nil), ([], .basic, nil),
        // What the registration says counts more than what the provider says of itself.
        ([.basic], .post, .post), ([.post], .basic, .basic),
    ]

    @Test(arguments: accepted.indices)
    func `tokens, refreshes and revocations get the secret as registered`(_ row: Int) async throws {
        let (supported, registered, named) = Self.accepted[row]
        var behaviour = ConformanceBehaviour()
        (behaviour.supportedMethods, behaviour.registeredMethod) = (supported, registered)
        let run = try ConformanceRun(behaviour, sendingSecretBy: named)
        let account = try await run.logIn().account
        _ = try await run.refresh(account)
        _ = try await run.flow.signOut(account)
        for endpoint in ["token", "revoke"] {
            let sent = try #require(await run.provider.last(endpoint))
            #expect(endpoint == "revoke" || sent.form["grant_type"] == "refresh_token")
            #expect((sent.request.headerFields[.authorization] != nil) == (registered == .basic))
            #expect((sent.form["client_secret"] != nil) == (registered == .post))
        }
    }

    @Test(arguments: [(Method.basic, Method?.some(.post)), (.post, nil)])
    func `a secret sent otherwise than registered is refused`(_ registered: Method, _ named: Method?) async throws {
        var behaviour = ConformanceBehaviour()
        behaviour.registeredMethod = registered
        let run = try ConformanceRun(behaviour, sendingSecretBy: named)
        let error = await #expect(throws: ServerError.self) { try await run.logIn() }
        #expect(error?.code == .invalidClient && error?.nextAction == .correctRegistration)
    }

    @Test func `Microsoft's providers get the form unless the registration says otherwise`() {
        #expect(ProviderRules.standard.secretMethod == .basic)
        for rules in [ProviderRules.entra, .externalID, .userFlow, .entra(admitting: [])] {
            #expect(rules.secretMethod == .post)
        }
    }
}
