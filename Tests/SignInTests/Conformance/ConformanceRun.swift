// SPDX-License-Identifier: Apache-2.0
import Fixtures
import SignIn
import SignInProvider

/// One client at one provider of the conformance suite.
struct ConformanceRun: Sendable {
    /// The Basic and the Form Post profile.
    enum Profile: String, Sendable, CaseIterable, CustomTestStringConvertible {
        case basic, formPost
        var testDescription: String { rawValue }
    }

    static let start = 1_767_225_600
    @Sendable static func now() -> Date { Date(timeIntervalSince1970: TimeInterval(start)) }

    let provider: ConformanceProvider
    let storage = MemoryAccountStorage()
    let flow: SignInFlow

    init(
        _ behaviour: ConformanceBehaviour = ConformanceBehaviour(),
        sendingSecretBy method: ClientAuthentication.SecretMethod? = nil, idTokenAlgorithm: String? = nil
    ) throws {
        provider = ConformanceProvider(behaviour)
        let registration = ClientRegistration(
            name: "suite", issuer: try #require(URL(string: ConformanceProvider.issuer)),
            clientID: ConformanceProvider.clientID,
            authentication: ClientAuthentication(secret: ConformanceProvider.clientSecret, by: method),
            redirectURI: try #require(RedirectURI("http://127.0.0.1/callback")), scopes: ["profile", "email"],
            idTokenAlgorithm: idTokenAlgorithm)
        flow = SignInFlow(registration, keepingIn: AccountStore(storage, over: provider, time: TimeSource(Self.now)))
    }

    func logIn(
        _ profile: Profile = .basic, options: SignInOptions = SignInOptions()
    ) async throws -> (account: Account, userInfo: UserInfo) {
        let account = try await signIn(profile, options: options)
        let found = try await flow.discover()
        let info = try await TokenValidator(found, time: TimeSource(Self.now)).userInfo(
            of: account.identity, for: flow.registration.clientID,
            with: PresentableToken(Redacted(ConformanceProvider.accessToken)), over: provider)
        return (account, info)
    }

    func refresh(_ account: Account) async throws -> Redacted<String> {
        // The client accepts an API's refusal only of a token that is not new.
        var record = try #require(await storage.record(account.id))
        record.tokens[0].obtainedAt -= 60
        try await storage.save(record)
        return try await flow.session(of: account).accessToken(
            for: flow.registration.scopes, rejected: Redacted(ConformanceProvider.accessToken))
    }

    private func signIn(_ profile: Profile, options: SignInOptions) async throws -> Account {
        guard profile == .formPost else {
            let agent = AnsweringAgent(redirecting: { [provider] url, _ in await provider.authorize(url) })
            return try await flow.signIn(with: agent, options: options)
        }
        let request = try await flow.authorizationRequest(
            options: options, responseMode: .formPost)
        let form = await provider.authorize(request.url)
        return try await flow.finish(form: form, answering: request)
    }

    /// Expects a refused login without a stored account and without a UserInfo request.
    func refusal(_ profile: Profile = .basic) async throws -> Refusal.Code? {
        let refusal = await #expect(throws: Refusal.self) { try await logIn(profile) }
        #expect(await storage.records().isEmpty)
        #expect(await provider.count(of: "userinfo") == 0)
        return refusal?.code
    }
}
