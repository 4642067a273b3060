// SPDX-License-Identifier: Apache-2.0
import HTTPTransport
import JSONWebSignatures
import MicrosoftIdentity
import SignIn
import Testing

@Suite struct SecretMethodTests {
    typealias Method = ClientAuthentication.SecretMethod

    /// The provider's methods, the registered one, and the app's setting.
    static let accepted: [(supported: [Method], registered: Method, named: Method?)] = [
        ([.basic, .post], .basic, nil), ([.basic, .post], .basic, .basic), ([.basic, .post], .post, .post),
        ([.post, .basic], .basic, nil), ([.post], .post, nil), ([.basic], .basic, nil), ([], .basic, nil),
        // The registration has priority over the metadata.
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

    /// The metadata's methods for revocation, the registered one, the accepted one, and those of the requests. RFC 8414
    /// §2
    static let revocations: [(offered: [String]?, registered: Method, accepted: Method, sent: [Method])] = [
        (nil, .basic, .basic, [.basic]), (nil, .post, .post, [.post]), (nil, .post, .basic, [.post, .basic]),
        (nil, .basic, .post, [.basic]), (["client_secret_basic"], .post, .basic, [.basic]),
        (["client_secret_post"], .basic, .post, [.post]),
        (["client_secret_basic", "client_secret_post"], .post, .post, [.post]),
        (["private_key_jwt", "client_secret_post"], .basic, .post, [.post]), (["private_key_jwt"], .basic, .basic, []),
        ([], .basic, .basic, [.basic]), (["client_secret_basic"], .basic, .post, [.basic]),
    ]

    @Test(arguments: revocations.indices)
    func `revocation gets the secret by a method that it offers`(_ row: Int) async throws {
        let (offered, registered, accepted, methods) = Self.revocations[row]
        var behaviour = ConformanceBehaviour()
        (behaviour.registeredMethod, behaviour.revocationMethod) = (registered, accepted)
        behaviour.metadata = { members in
            members["revocation_endpoint_auth_methods_supported"] = offered.map { .array($0.map(JSONValue.string)) }
        }
        let run = try ConformanceRun(behaviour, sendingSecretBy: registered)
        let signOut = try await run.flow.signOut(run.logIn().account)
        let sent = await run.provider.all("revoke").map {
            $0.request.headerFields[.authorization] == nil ? Method.post : .basic
        }
        #expect(sent == methods)
        if case .revoked = signOut.refreshToken {
            #expect(methods.last == accepted)
        } else {
            #expect(methods.last != accepted)
        }
    }

    @Test func `checkClient sends nothing if revocation offers no method of the client`() async throws {
        var behaviour = ConformanceBehaviour()
        behaviour.metadata = { $0["revocation_endpoint_auth_methods_supported"] = .array([.string("none")]) }
        let run = try ConformanceRun(behaviour)
        try await run.flow.checkClient()
        #expect(await run.provider.count(of: "revoke") == 0)
    }

    @Test func `Microsoft's providers get the secret in the form unless the registration sets another method`() {
        #expect(ProviderRules.standard.secretMethod == .basic)
        for rules in [ProviderRules.entra, .externalID, .userFlow, .entra(admitting: [])] {
            #expect(rules.secretMethod == .post)
        }
    }
}
