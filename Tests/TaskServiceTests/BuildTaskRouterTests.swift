// SPDX-License-Identifier: Apache-2.0
import Fixtures
import HTTPMessages
import OAuthMessages
import TaskListClient
import TaskService

@Suite struct BuildTaskRouterTests {
    typealias Call = ServiceUnderTest.Call

    static let protected = [
        Call(.get, "/api/tasks"), Call(.post, "/api/tasks"), Call(.delete, "/api/tasks?Text=x"),
        Call(.put, "/api/tasks/1"), Call(.delete, "/api/tasks/1"), Call(.get, "/api/tasks/1"),
        Call(.delete, "/api/tasks?all=true"),
    ]

    @Test(arguments: protected)
    func `no route is open without a token`(_ call: Call) async throws {
        let stranger = try await ServiceUnderTest().send(call.as(nil))
        #expect((stranger.status, stranger.fields[.wwwAuthenticate]) == (401, #"Bearer realm="api""#))
        #expect(stranger.code == "token_required")
        #expect(stranger.fields[.contentType] == "application/json; charset=utf-8")
    }

    @Test(arguments: protected)
    func `no route is open without the scope`(_ call: Call) async throws {
        var call = call
        call.scope = "Tasks.Read"
        let answer = try await ServiceUnderTest().send(call)
        #expect((answer.status, answer.code) == (403, "insufficient_scope"))
        #expect(answer.fields[.wwwAuthenticate]?.hasSuffix(#"scope="Tasks.ReadWrite""#) == true)
    }

    @Test func `an API with a URL names its providers, and each challenge links there`() async throws {
        let service = try ServiceUnderTest(at: "http://localhost:3000")
        let path = "/.well-known/oauth-protected-resource"
        let document = try await service.send(Call(.get, path).as(nil))
        #expect(document.status == 200 && document.fields[.contentType] == "application/json")
        #expect(document.fields[.accessControlAllowOrigin] == "*")
        #expect(
            String(decoding: document.body, as: UTF8.self)
                == #"{"authorization_servers":["\#(FakeProvider.issuerText)"],"bearer_methods_supported":["header"],"#
                + #""resource":"http://localhost:3000","scopes_supported":["api://tasks/Tasks.ReadWrite"]}"#)
        var narrow = Call(.get, "/api/tasks")
        narrow.scope = "Tasks.Read"
        for (call, status) in [(Call(.get, "/api/tasks").as(nil), 401), (narrow, 403)] {
            let refused = try await service.send(call)
            let challenge = AuthenticationChallenge.all(in: [refused.fields[.wwwAuthenticate] ?? ""]).first
            #expect(refused.status == status)
            #expect(challenge?["resource_metadata"] == "http://localhost:3000\(path)")
        }
        #expect(try await ServiceUnderTest().send(Call(.get, path).as(nil)).status == 404)
    }

    /// Methods that a path refuses, and those that it allows.
    static let methods: [(method: HTTPRequest.Method, path: String, allow: String)] = [
        (.post, "/", "GET, HEAD"),
        (.put, "/api/tasks", "POST, GET, DELETE, HEAD"),
        (.options, "/api/tasks", "POST, GET, DELETE, HEAD"),
        (.trace, "/api/tasks/", "POST, GET, DELETE, HEAD"),
        (.post, "/api/tasks/1", "PUT, DELETE, GET, HEAD"),
        (.patch, "/api/tasks/1", "PUT, DELETE, GET, HEAD"),
        (.post, "/openapi.json", "GET, HEAD"),
    ]

    @Test(arguments: methods)
    func `a method is not allowed`(_ method: HTTPRequest.Method, _ path: String, _ allow: String) async throws {
        let answer = try await ServiceUnderTest().send(Call(method, path).as(nil))
        #expect((answer.status, answer.fields[.allow], answer.code) == (405, allow, "MethodNotAllowed"))
        #expect(answer.message == "this address accepts only \(allow)")
    }

    @Test(arguments: ["/api", "/tasks", "/api/tasks/1/2", "/API/tasks", "/favicon.ico", "/api/tasks/../../etc/passwd"])
    func `an address is unknown`(_ path: String) async throws {
        let answer = try await ServiceUnderTest().send(Call(.get, path))
        #expect(answer.status == 404)
        #expect(
            answer.text
                == #"{"code":"ResourceNotFound","message":"there is nothing at this address; GET / lists the routes"}"#
        )
    }

    @Test func `HEAD answers like GET, without content`() async throws {
        let service = try ServiceUnderTest()
        let head = try await service.send(Call(.head, "/api/tasks"))
        #expect(head.status == 200)
        #expect(head.body.isEmpty)
        #expect(try await service.send(Call(.head, "/api/tasks").as(nil)).status == 401)
    }

    @Test(arguments: ["evil.example", "localhost:3001", "evil.example:3000", "localhost"])
    func `a request for another host is rejected`(_ host: String) async throws {
        var call = Call(.get, "/")
        call.host = host
        let answer = try await ServiceUnderTest().send(call)
        #expect((answer.status, answer.code) == (421, "HostNotAllowed"))
    }

    @Test func `every answer carries the fields that keep browsers careful`() async throws {
        let service = try ServiceUnderTest()
        let calls = [Call(.get, "/").as(nil), Call(.get, "/none"), Call(.put, "/"), Call(.get, "/api/tasks").as(nil)]
        for call in calls {
            let answer = try await service.send(call)
            #expect(answer.fields[.xContentTypeOptions] == "nosniff")
            #expect(answer.fields[.contentSecurityPolicy]?.hasPrefix("default-src 'none'") == true)
            #expect(answer.fields[.cacheControl] == "no-store")
            #expect(answer.fields[.accessControlAllowOrigin] == nil)
        }
    }

    @Test func `a provider out of reach is a 503 in JSON`() async throws {
        let service = try ServiceUnderTest()
        await service.provider.change { $0.isDown = true }
        let answer = try await service.send(Call(.get, "/api/tasks"))
        #expect(answer.status == 503)
        #expect(
            answer.text
                == #"{"code":"provider_unavailable","message":"the identity provider's metadata or keys cannot be fetched; try again later"}"#
        )
    }

    static let storeCalls = [
        Call(.get, "/api/tasks"), Call.posting("Text=x", as: TaskTextTests.form),
        Call(.put, "/api/tasks/1?completed=true"), Call(.delete, "/api/tasks?Text=x"), Call(.delete, "/api/tasks/1"),
        Call(.get, "/api/tasks/1"),
    ]

    @Test(arguments: storeCalls)
    func `an internal error shows no details`(_ call: Call) async throws {
        let answer = try await ServiceUnderTest(store: BrokenStore()).send(call)
        #expect(answer.status == 500)
        #expect(
            answer.text
                == #"{"code":"InternalServerError","message":"an internal error occurred; see the service's log"}"#
        )
    }
}

/// Its disk is gone, or it fails in another way.
struct BrokenStore: TaskStore {
    var error: any Error = Failure()

    struct Failure: Error, CustomStringConvertible {
        let description = "disk I/O error in /srv/secret/tasks.sqlite"
    }

    func list(of owner: String, _ query: TaskQuery) async throws -> TaskPage { throw error }
    func task(_ id: TaskItem.ID, of owner: String) async throws -> StoredTask? { throw error }
    func add(_ task: TaskItem, upTo limit: Int, once key: IdempotencyKey?) async throws -> TaskAddition {
        throw error
    }
    func update(
        _ id: TaskItem.ID, of owner: String, text: String?, completed: Bool?, if condition: VersionCondition
    ) async throws -> TaskChange { throw error }
    func remove(_ id: TaskItem.ID, of owner: String, if condition: VersionCondition) async throws -> TaskChange {
        throw error
    }
    func removeAll(withText text: String, of owner: String) async throws { throw error }
    func removeAll(of owner: String) async throws { throw error }
}
