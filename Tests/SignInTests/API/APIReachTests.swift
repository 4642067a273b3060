// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPTransport
import OAuth
import Provider
import SignIn
import Testing

/// The networks that an API can lead a client to.
@Suite struct APIReachTests {
    /// Looks hosts up in a table; a host that is not in it is unknown.
    private static func resolver(_ table: [String: [[UInt8]]]) -> NetworkReach.Resolver {
        { table[$0] ?? [] }
    }

    private static let publicAddress: [UInt8] = [93, 184, 216, 34]

    /// Discovers the API at `https://api.example`, whose provider is at `https://login.example`.
    private static func refusal(
        _ table: [String: [[UInt8]]], endpoint: String = "https://login.example"
    ) async throws -> Refusal.Code? {
        let site = RemoteSite(endpoint: endpoint)
        let client = APIClient(name: "Notes", redirectURI: try #require(RedirectURI("http://127.0.0.1/signed-in")))
        let connection = APIConnection(
            to: RemoteSite.api, as: client, keepingIn: AccountStore(MemoryAccountStorage(), over: site),
            with: NoBrowser(), resolving: resolver(table)
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
        // One bad address among good ones may be the one that is used.
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

    @Test func `a private API may lead to a private provider, and an unknown host is left to the proxy`() async throws {
        #expect(
            try await Self.refusal(["api.example": [[10, 0, 0, 1]], "login.example": [[10, 0, 0, 2]]])
                == .providerDeclined)
        #expect(try await Self.refusal(["api.example": [Self.publicAddress]]) == .providerDeclined)
    }
}

/// An API and its provider on the internet.
private struct RemoteSite: Transport {
    static let api = URL(constant: "https://api.example/notes")
    let endpoint: String

    func send(_ request: HTTPRequest, body: Data) async throws -> TransportResponse {
        switch "\(request.authority ?? "")\(request.path ?? "")" {
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

/// A browser that must not be needed.
struct NoBrowser: UserAgent {
    func prepareVisit(for registered: RedirectURI) async throws -> any UserAgentVisit { throw CancellationError() }
}
