// SPDX-License-Identifier: Apache-2.0
import APIAccess
import Fixtures
import HTTPMessages
import SignIn
import SignInProvider

struct LadderClient {
    static let start = Date(timeIntervalSince1970: 1_767_225_600)

    let site: LadderSite
    let storage: MemoryAccountStorage
    let asked = Questions()
    let connection: APIConnection

    final class Questions: Sendable {
        private let all = Mutex<[APIProvider]>([])
        var providers: [APIProvider] { all.withLock { $0 } }
        func note(_ provider: APIProvider) { all.withLock { $0.append(provider) } }
    }

    init(
        _ site: LadderSite, keptIn storage: MemoryAccountStorage = MemoryAccountStorage(),
        api: String = "\(LadderSite.api)/mcp",
        agrees: @escaping @Sendable (APIProvider) -> Bool = { _ in true }, now: Date = start,
        resolving resolve: @escaping NetworkReach.Resolver = { _ in [[127, 0, 0, 1]] },
        changing change: (inout APIClient) -> Void = { _ in }
    ) throws {
        self.site = site
        self.storage = storage
        var client = APIClient(name: "Notes", redirectURI: try #require(RedirectURI("http://127.0.0.1")))
        change(&client)
        let time = TimeSource { now }
        let accounts = AccountStore(
            storage, providers: DiscoveredProviders(over: site, time: time, resolving: resolve), over: site, time: time)
        connection = APIConnection(
            to: try #require(URL(string: api)), as: client, keepingIn: accounts,
            with: AnsweringAgent(redirecting: { url, _ in await site.authorize(url) })
        ) { [asked] provider in
            asked.note(provider)
            return agrees(provider)
        }
    }

    @discardableResult
    func call(_ method: HTTPRequest.Method = .post, _ path: String = "/mcp") async throws -> TransportResponse {
        let url = try #require(URL(string: LadderSite.api + path))
        return try await connection.send(HTTPRequest(method: method, url: url), body: Data("{}".utf8))
    }

    func authorization(_ host: String = LadderSite.first) async throws -> FormParameters {
        let all = await site.all("\(host)/authorize")
        #expect(all.count == 1)
        return try #require(all.first).form
    }

    /// Expects a refusal before the authorization page and the token endpoint.
    func refusal() async throws -> Refusal.Code? {
        let refusal = await #expect(throws: Refusal.self) { try await call() }
        #expect(await site.count("token") == 0)
        #expect(await storage.records().isEmpty)
        return refusal?.code
    }
}
