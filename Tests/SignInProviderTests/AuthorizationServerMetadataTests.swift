// SPDX-License-Identifier: Apache-2.0
import Fixtures
import OAuthMessages
import SignInProvider

@Suite struct AuthorizationServerMetadataTests {
    private static let both = ProviderRules(metadataKinds: [.openID, .authorizationServer])
    private static let openIDPath = "/.well-known/openid-configuration"
    private static let plainPath = "/.well-known/oauth-authorization-server"

    static let addresses: [(String, String, String)] = [
        ("https://id.example", "https://id.example\(openIDPath)", "https://id.example\(plainPath)"),
        ("https://id.example/", "https://id.example\(openIDPath)", "https://id.example\(plainPath)"),
        ("https://id.example/t1", "https://id.example/t1\(openIDPath)", "https://id.example\(plainPath)/t1"),
        ("https://id.example/t1/", "https://id.example/t1\(openIDPath)", "https://id.example\(plainPath)/t1"),
        (
            "https://id.example:8/a/b%20c", "https://id.example:8/a/b%20c\(openIDPath)",
            "https://id.example:8\(plainPath)/a/b%20c"
        ),
    ]

    @Test(arguments: addresses)
    func `each document has its place`(_ issuer: String, _ openID: String, _ plain: String) throws {
        let url = try #require(URL(string: issuer))
        #expect(MetadataKind.openID.address(of: url).absoluteString == openID)
        #expect(MetadataKind.authorizationServer.address(of: url).absoluteString == plain)
    }

    private static func discover(
        _ provider: FakeProvider, _ rules: ProviderRules = both
    ) async throws
        -> IdentityProvider
    { try await provider.discovered(rules: rules, time: TimeSource { Date(timeIntervalSince1970: 0) }) }

    @Test func `a provider without OpenID is found where the rules allow it`() async throws {
        let provider = FakeProvider(plainOAuth: FakeProvider.plainMetadata)
        let found = try await Self.discover(provider)
        #expect((found.metadata.keySetURI, found.metadata.tokenEndpoint?.path()) == (nil, "/token"))
        let error = await #expect(throws: ServerError.self) { try await Self.discover(provider, .standard) }
        #expect(error?.status == 404)
    }

    @Test func `nothing that it signs is believed, and no keys are asked for`() async throws {
        let provider = FakeProvider(plainOAuth: FakeProvider.plainMetadata)
        var fixture = TokenFixture()
        fixture.provider = provider
        let spoiled = fixture
        #expect(await refused { try await spoiled.identity() } == .keySetMissing)
        #expect(provider.count(of: "/keys") == 0)
    }

    @Test func `a page at the place of OpenID's document is passed over`() async throws {
        let provider = FakeProvider(metadata: "<html>")
        provider.answer(Self.plainPath, FakeProvider.plainMetadata)
        #expect(try await Self.discover(provider).metadata.isOpenIDProvider == false)
    }

    @Test(arguments: [429, 500, 503])
    func `a short failure does not turn an OpenID provider into a plain one`(_ status: Int) async throws {
        let provider = FakeProvider(plainOAuth: FakeProvider.plainMetadata)
        provider.answer(Self.openIDPath, with: status, "busy")
        let error = await #expect(throws: ServerError.self) { try await Self.discover(provider) }
        #expect(error?.status == status && error?.endpoint?.path() == Self.openIDPath)
        provider.answer(
            Self.plainPath, FakeProvider.plainMetadata.replacing("{", with: #"{"subject_types_supported":["public"],"#))
        #expect(try await Self.discover(provider).metadata.isOpenIDProvider)
    }

    @Test(arguments: [
        (Refusal.Code.metadataIssuerMismatch, #""issuer":"https://id.example""#, #""issuer":"https://evil.example""#),
        (.addressInsecure, "https://id.example/token", "http://id.example/token"),
        (.metadataMalformed, #""issuer""#, #""i""#),
    ])
    func `it is judged like the other`(_ code: Refusal.Code, _ old: String, _ new: String) async throws {
        let provider = FakeProvider(plainOAuth: FakeProvider.plainMetadata.replacing(old, with: new))
        #expect(await refused { try await Self.discover(provider) } == code)
    }

    @Test func `a provider with neither is not found`() async throws {
        let provider = FakeProvider(plainOAuth: "")
        provider.answer(Self.plainPath, with: 404, "")
        let error = await #expect(throws: ServerError.self) { try await Self.discover(provider) }
        #expect(error?.status == 404)
    }
}
