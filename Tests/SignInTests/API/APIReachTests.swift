// SPDX-License-Identifier: Apache-2.0
import APIAccess
import Fixtures
import HTTPTransport
import JSONWebSignatures
import SignIn
import SignInProvider

@Suite struct APIReachTests {
    private static func resolver(_ table: [String: [[UInt8]]]) -> NetworkReach.Resolver { { table[$0] ?? [] } }

    private static let publicAddress: [UInt8] = [93, 184, 216, 34]

    private static func accounts(over site: any Transport, _ resolve: @escaping NetworkReach.Resolver) -> AccountStore {
        AccountStore(
            MemoryAccountStorage(),
            providers: DiscoveredProviders(over: site, time: .system, resolving: resolve), over: site, time: .system)
    }

    private static func refusal(
        _ table: [String: [[UInt8]]], endpoint: String = "https://login.example", reached: [UInt8]? = nil
    ) async throws -> Refusal.Code? {
        let site = RemoteSite(endpoint: endpoint, reached: reached)
        let client = APIClient(name: "Notes", redirectURI: try #require(RedirectURI("http://127.0.0.1/signed-in")))
        let connection = APIConnection(
            to: RemoteSite.api, as: client, keepingIn: accounts(over: site, resolver(table)), with: NoBrowser()
        ) { _ in false }
        let refusal = await #expect(throws: Refusal.self) {
            try await connection.send(HTTPRequest(url: RemoteSite.api))
        }
        return refusal?.code
    }

    @Test(
        arguments: [
            [10, 0, 0, 1], [127, 0, 0, 1], [169, 254, 169, 254], [192, 168, 1, 1], [0, 0, 0, 0],
            [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1],
            [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF, 10, 0, 0, 1],
            [0xFD, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1],
        ] as [[UInt8]])
    func `a public API leads to no provider at a private address`(_ address: [UInt8]) async throws {
        #expect(
            try await Self.refusal(["api.example": [Self.publicAddress], "login.example": [address]])
                == .addressNotPublic)
        // A client may pick the one bad address among several good ones.
        #expect(
            try await Self.refusal([
                "api.example": [Self.publicAddress], "login.example": [Self.publicAddress, address],
            ]) == .addressNotPublic)
    }

    @Test func `an API with a public and a private address is public`() async throws {
        let table = [
            "api.example": [Self.publicAddress, [10, 0, 0, 1]], "login.example": [[10, 0, 0, 2]] as [[UInt8]],
        ]
        #expect(try await Self.refusal(table) == .addressNotPublic)
    }

    @Test func `no endpoint of a public API's provider is at a private address`() async throws {
        let table = [
            "api.example": [Self.publicAddress], "login.example": [Self.publicAddress],
            "inside.example": [[10, 0, 0, 1]] as [[UInt8]],
        ]
        #expect(try await Self.refusal(table, endpoint: "https://inside.example") == .addressNotPublic)
        #expect(try await Self.refusal(table) == .providerDeclined)
    }

    /// A name's owner can change its address between two lookups.
    @Test func `an API counts as private only if its metadata come from a private address`() async throws {
        let table: [String: [[UInt8]]] = ["api.example": [[10, 0, 0, 1]], "login.example": [[10, 0, 0, 2]]]
        #expect(try await Self.refusal(table, reached: [10, 0, 0, 1]) == .providerDeclined)
        #expect(try await Self.refusal(table, reached: Self.publicAddress) == .addressNotPublic)
    }

    @Test func `an API with an unresolvable host cannot use a private provider`() async throws {
        #expect(try await Self.refusal(["login.example": [[10, 0, 0, 2]]]) == .addressNotPublic)
    }

    private static let provider = "https://login.example"

    private static func signedIn(at site: LadderSite) async throws -> LadderClient {
        await site.change {
            var server = LadderSite.Server(
                metadata: { $0["revocation_endpoint"] = .string("\(Self.provider)/revoke") })
            server.refreshToken = "r1"
            $0.servers[Self.provider] = server
            $0.api.servers = [Self.provider]
        }
        let client = try LadderClient(site, resolving: { _ in [Self.publicAddress] })
        #expect(try await client.call().status == .ok)
        return client
    }

    private static let moved = resolver(["localhost": [publicAddress], "login.example": [[10, 0, 0, 2]]])

    @Test func `no refresh token goes to a provider that is at a private address since the sign-in`() async throws {
        let site = LadderSite()
        let first = try await Self.signedIn(at: site)
        let later = try LadderClient(
            site, keptIn: first.storage, now: LadderClient.start + 7200, resolving: Self.moved)
        await expect(Refusal.self, .addressNotPublic) { try await later.call() }
        #expect(await site.all("\(Self.provider)/token").count == 1)
    }

    @Test func `a sign-out revokes nothing at a provider that moved to a private address`() async throws {
        let site = LadderSite()
        let first = try await Self.signedIn(at: site)
        let accounts = AccountStore(
            first.storage, providers: DiscoveredProviders(over: site, time: .system, resolving: Self.moved), over: site,
            time: .system)
        let registration = try #require(try await first.storage.registrationsOfAPIs().first)
        let account = try #require(try await accounts.accounts(of: registration).first)
        guard
            case .remains(let reason) = try await SignInFlow(registration, keepingIn: accounts).signOut(account)
                .refreshToken
        else {
            Issue.record("the token was revoked")
            return
        }
        #expect((reason as? Refusal)?.code == .addressNotPublic)
        #expect(await site.all("\(Self.provider)/revoke").isEmpty)
    }

    @Test func `a refresh reaches a provider in the network where it was found`() async throws {
        let site = LadderSite()
        let first = try await Self.signedIn(at: site)
        let later = try LadderClient(
            site, keptIn: first.storage, now: LadderClient.start + 7200, resolving: { _ in [Self.publicAddress] })
        #expect(try await later.call().status == .ok)
        #expect(await site.all("\(Self.provider)/token").count == 2)
    }

    @Test func `a private API may lead to a private provider, and an unknown host is left to the proxy`() async throws {
        #expect(
            try await Self.refusal(["api.example": [[10, 0, 0, 1]], "login.example": [[10, 0, 0, 2]]])
                == .providerDeclined)
        #expect(try await Self.refusal(["api.example": [Self.publicAddress]]) == .providerDeclined)
    }
}

private struct RemoteSite: Transport {
    static let api = URL(constant: "https://api.example/notes")
    let endpoint: String
    /// The connected address; `nil` means the resolved one.
    let reached: [UInt8]?

    func send(_ request: HTTPRequest, body: Data) async throws -> TransportResponse {
        if let reached, let rule = PeerRule.current, !rule.admits(reached) { throw PeerRule.Violation() }
        return switch "\(request.authority ?? "")\(request.path ?? "")" {
        case "api.example/.well-known/oauth-protected-resource/notes":
            TransportResponse(
                200, #"{"resource":"https://api.example/notes","authorization_servers":["https://login.example"]}"#)
        case "login.example/.well-known/oauth-authorization-server":
            TransportResponse(
                200,
                """
                {"issuer":"https://login.example","authorization_endpoint":"https://login.example/authorize",
                "token_endpoint":"https://login.example/token","registration_endpoint":"\(endpoint)/register",
                "code_challenge_methods_supported":["S256"]}
                """)
        case "api.example/notes": TransportResponse(401)
        default: TransportResponse(404)
        }
    }
}

struct NoBrowser: UserAgent {
    func prepareVisit(for registered: RedirectURI) async throws -> any UserAgentVisit { throw CancellationError() }
}
