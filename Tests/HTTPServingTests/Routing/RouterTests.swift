// SPDX-License-Identifier: Apache-2.0
import HTTPServing
import Testing

@Suite struct RouterTests {
    /// The routes respond with their path and the names in it.
    private static func router(_ paths: [String]) -> Router<ServingContext> {
        let router = Router(context: ServingContext.self)
        for path in paths {
            router.get(RouterPath(path)) { _, context in
                let names = ["id", "name"].compactMap { name in context.parameters.get(name).map { "\(name)=\($0)" } }
                return ([context.endpointPath ?? "none"] + names).joined(separator: " ")
            }
        }
        return router
    }

    /// Routes, a request's path, and the route with its names; `nil` is 404.
    typealias Row = (routes: [String], path: String, answer: String?)

    static let slashes: [Row] = [
        ([""], "/", "/"), (["/"], "", "/"), (["/"], "/a", nil), (["tasks"], "/", nil),
        (["tasks"], "/tasks", "/tasks"), (["/tasks/"], "/tasks", "/tasks"), (["//tasks"], "/tasks", "/tasks"),
        (["tasks"], "/tasks/", "/tasks"), (["tasks"], "//tasks", "/tasks"), (["tasks"], "/tasks//", "/tasks"),
        (["a/b"], "/a//b", "/a/b"), (["a/{id}/b"], "/a//b", nil), (["tasks/{id}"], "/tasks/", nil),
        (["tasks"], "/tasks?a=/b", "/tasks"), (["tasks"], "/tasks#/b", "/tasks"),
    ]

    static let texts: [Row] = [
        (["tasks"], "/task", nil), (["tasks"], "/tasks1", nil), (["tasks"], "/Tasks", nil),
        (["a/b"], "/a", nil), (["a/b"], "/a/b/c", nil), (["a"], "/a/b", nil),
        // Compared as sent.
        (["tasks"], "/%74asks", nil), (["a/b"], "/a%2Fb", nil), (["caf%C3%A9"], "/caf%C3%A9", "/caf%C3%A9"),
        (["caf%C3%A9"], "/caf%c3%a9", nil), (["café"], "/caf%C3%A9", nil), (["b"], "/a/../b", nil),
        (["a/../b"], "/a/../b", "/a/../b"), (["./b"], "/b", nil),
        // No patterns within a segment.
        (["*"], "/a", nil), (["*"], "/*", "/*"), (["{id}.json"], "/1.json", nil), (["a:b"], "/a:b", "/a:b"),
        (["a**"], "/a**", "/a**"),
    ]

    static let names: [Row] = [
        (["tasks/{id}"], "/tasks/7", "/tasks/{id} id=7"), (["tasks/:id"], "/tasks/7", "/tasks/{id} id=7"),
        (["tasks/{id}"], "/tasks", nil), (["tasks/{id}"], "/tasks/7/8", nil),
        (["tasks/{id}"], "/tasks/a%20b", "/tasks/{id} id=a%20b"), (["tasks/{id}"], "/tasks/a+b", "/tasks/{id} id=a+b"),
        (["tasks/{id}"], "/tasks/a%2Fb", "/tasks/{id} id=a%2Fb"), (["tasks/{id}"], "/tasks/%zz", "/tasks/{id} id=%zz"),
        (["tasks/{id}"], "/tasks/..", "/tasks/{id} id=.."), (["tasks/{id}"], "/tasks/a:b@c", "/tasks/{id} id=a:b@c"),
        (["{id}/{name}"], "/1/2", "/{id}/{name} id=1 name=2"), (["{id}/{id}"], "/1/2", "/{id}/{id} id=1"),
        (["{id}/a", "{name}/b"], "/1/b", "/{name}/b name=1"), (["{id}", "{name}"], "/1", "/{id} id=1"),
        (["{name}", "{id}"], "/1", "/{name} name=1"),
    ]

    static let wildcards: [Row] = [
        (["files/**"], "/files/a", "/files/**"), (["files/**"], "/files/a/b//c", "/files/**"),
        (["files/**"], "/files", nil), (["files/**"], "/files/", nil), (["files/**"], "/files/../a", "/files/**"),
        (["**"], "/a/b", "/**"), (["**"], "/", nil), (["/", "**"], "/", "/"),
        (["{id}/**"], "/1/2", "/{id}/** id=1"),
    ]

    private static let all = ["x/**", "x/{id}", "x/all"]

    static let precedence: [Row] = [
        (all, "/x/all", "/x/all"), (all, "/x/1", "/x/{id} id=1"), (all, "/x/1/2", "/x/**"),
        (all.reversed(), "/x/all", "/x/all"), (all.reversed(), "/x/1", "/x/{id} id=1"),
        // Where the rest does not match, the next alternative is tried without the names of the previous one.
        (["x/all/raw", "x/{id}/info"], "/x/all/info", "/x/{id}/info id=all"),
        (["x/{id}/info", "x/**"], "/x/1/other", "/x/**"), (["x/all/raw", "x/**"], "/x/all", "/x/**"),
        (["x/all/raw", "x/{id}/{name}", "x/**"], "/x/all/1", "/x/{id}/{name} id=all name=1"),
        (["x/{id}/info", "{name}/**"], "/x/1/2", "/{name}/** name=x"),
        (["**", "x/{id}/info"], "/x/1", "/**"), (["**", "x/{id}/**"], "/x/1/2", "/x/{id}/** id=1"),
    ]

    @Test(arguments: slashes + texts + names + wildcards + precedence)
    func `a path leads to its route`(_ row: Row) async throws {
        let exchange = try await Exchange(row.path, with: Self.router(row.routes))
        #expect(exchange.status == (row.answer == nil ? 404 : 200))
        #expect(exchange.text == row.answer ?? "")
    }

    @Test(arguments: [
        ("a%20b", "a b"), ("a%2Fb", "a/b"), ("%C3%A9", "é"), ("a+b", "a+b"), ("%FF", "%FF"), ("%2", "%2"),
    ])
    func `a well-formed named segment is decoded only on demand`(sent: String, part: String) async throws {
        let router = Router(context: ServingContext.self)
        router.get("{id}") { _, context in try context.part("id") }
        #expect(try await Exchange("/" + sent, with: router).text == part)
    }

    @Test func `a name that the route does not have is a bad request`() async throws {
        let router = Router(context: ServingContext.self)
        router.get("{id}") { _, context in try context.parameters.require("name") }
        #expect(try await Exchange("/1", with: router).status == 400)
    }

    // MARK: Methods

    private static func methods(answeringHead answersHead: Bool = false) -> Router<ServingContext> {
        let router = Router(context: ServingContext.self, answersHead: answersHead)
        router.get("a") { _, _ in "get a" }.post("a") { _, _ in "post a" }.put("a") { _, _ in "put a" }
        router.on("a", method: .patch) { _, _ in "patch a" }.delete("a") { _, _ in HTTPResponse.Status.noContent }
        router.get("b") { _, _ in "get b" }
        router.on("b", method: .head) { _, _ in Response(status: .ok, headers: [.contentLength: "7"]) }
        router.get("c/{id}") { _, _ in "get c" }.post("c/d") { _, _ in "post d" }
        router.get("e/{id}") { _, context in "get \(try context.part("id"))" }
        router.put("e/{name}") { _, context in "put \(try context.part("name"))" }
        router.put("e/{other}") { _, _ in "the first wins" }
        router.delete("e/{key}/f") { _, context in "delete \(try context.part("key"))" }
        return router
    }

    @Test(arguments: [
        (HTTPRequest.Method.get, "/a", 200, "get a"), (.post, "/a", 200, "post a"), (.put, "/a", 200, "put a"),
        (.patch, "/a", 200, "patch a"), (.delete, "/a", 204, ""),
        // Other methods of a known path: the app decides whether that is 405.
        (.options, "/a", 404, ""), (.trace, "/a", 404, ""), (.post, "/b", 404, ""), (.options, "/none", 404, ""),
        // The path selects a route before the method does.
        (.get, "/c/1", 200, "get c"), (.post, "/c/d", 200, "post d"), (.get, "/c/d", 404, ""),
        // Routes of other methods may name a segment differently.
        (.get, "/e/1", 200, "get 1"), (.put, "/e/1", 200, "put 1"), (.post, "/e/1", 404, ""),
        (.delete, "/e/1/f", 200, "delete 1"),
    ])
    func `a method without a route is not found`(
        method: HTTPRequest.Method, path: String, status: Int, text: String
    ) async throws {
        for answersHead in [false, true] {
            let exchange = try await Exchange(path, method: method, with: Self.methods(answeringHead: answersHead))
            #expect(exchange.status == status && exchange.text == text)
            #expect(exchange.field("Allow") == nil)
        }
    }

    static let heads: [(answersHead: Bool, path: String, status: Int, length: String?)] = [
        (true, "/a", 200, "5"), (true, "/b", 200, "7"), (true, "/c/1", 200, "5"), (true, "/c/d", 404, nil),
        (false, "/a", 404, nil), (false, "/b", 200, "7"),
    ]

    @Test(arguments: heads)
    func `HEAD has its own route or, on demand, GET's`(
        answersHead: Bool, path: String, status: Int, length: String?
    ) async throws {
        let exchange = try await Exchange(path, method: .head, with: Self.methods(answeringHead: answersHead))
        #expect(exchange.status == status && exchange.text.isEmpty)
        #expect(exchange.field("Content-Length") == length)
    }

    @Test func `an app answers 405 in a route of its own, with the methods that it allows`() async throws {
        let router = Self.methods(answeringHead: true)
        router.on("b", method: .post) { _, _ -> Response in
            throw HTTPError(.methodNotAllowed, headers: [.allow: "GET, HEAD"])
        }
        let exchange = try await Exchange("/b", method: .post, with: router)
        #expect(exchange.status == 405 && exchange.field("Allow") == "GET, HEAD")
    }

    static let refusals: [(HTTPRequest.Method, path: String, allowed: String?)] = [
        (HTTPRequest.Method.options, "/a", "/a GET POST PUT PATCH DELETE HEAD"), (.post, "/b", "/b GET HEAD"),
        (.post, "/b/", "/b GET HEAD"), (.delete, "/c/1", "/c/{id} GET HEAD"), (.get, "/c/d", "/c/d POST"),
        (.get, "/a", nil), (.get, "/none", nil), (.post, "/none", nil),
    ]

    @Test(arguments: refusals)
    func `an app decides on 405 behind its middleware`(
        method: HTTPRequest.Method, path: String, refusal: String?
    ) async throws {
        let router = Self.methods(answeringHead: true)
        router.add(middleware: Noted())
        router.onUnsupportedMethod { _, context, allowed -> Response in
            let names = allowed.map(\.rawValue).joined(separator: " ")
            throw HTTPError(.methodNotAllowed, headers: [.allow: "\(context.endpointPath ?? "none") \(names)"])
        }
        let exchange = try await Exchange(path, method: method, with: router)
        #expect(exchange.field("Allow") == refusal && (exchange.status == 405) == (refusal != nil))
        #expect((exchange.field("Noted") == nil) == (exchange.status == 200), "no route of this router is behind it")
    }

    private struct Noted: RouterMiddleware {
        func handle(
            _ request: Request, context: ServingContext, next: RequestHandler<ServingContext>
        ) async throws -> Response {
            do { return try await next(request, context) } catch var error as HTTPError {
                error.headers[HTTPField.Name("Noted") ?? .server] = "1"
                throw error
            }
        }
    }

    @Test(arguments: ["a", "/a/", "//a"])
    func `a route replaces an earlier one with the same path and method`(_ path: String) async throws {
        let router = Self.methods(answeringHead: true)
        router.get(RouterPath(path)) { _, _ in "second" }
        #expect(try await Exchange("/a", with: router).text == "second")
        #expect(try await Exchange("/a", method: .head, with: router).field("Content-Length") == "6")
        #expect(try await Exchange("/a", method: .post, with: router).text == "post a")
    }

    @Test func `a responder keeps the routes that the router had`() async throws {
        let router = Router(context: ServingContext.self)
        router.get("a") { _, _ in "first" }
        let responder = router.buildResponder()
        router.get("a") { _, _ in "second" }.get("b") { _, _ in "b" }
        let context = ServingContext(core: RequestCore(logger: HTTPServerTests.logger))
        func status(_ path: String) async throws -> HTTPResponse.Status {
            let head = HTTPRequest(method: .get, scheme: "http", authority: "localhost", path: path)
            return try await responder.respond(to: Request(head: head), context: context).status
        }
        #expect(try await (status("/a"), status("/b")) == (.ok, .notFound))
    }

    @Test func `the router lists its routes with the paths of their groups`() {
        let router = Router(context: ServingContext.self)
        router.get { _, _ in "root" }
        let group = router.group("a/:id")
        group.post("b") { _, _ in "b" }
        group.group("c").get { _, _ in "c" }.get("**") { _, _ in "rest" }
        router.on("d", method: .options) { _, _ in "d" }
        #expect(
            router.routes.map { "\($0.method) \($0.path)" }
                == ["GET /", "POST /a/{id}/b", "GET /a/{id}/c", "GET /a/{id}/c/**", "OPTIONS /d"])
    }

    @Test func `a wildcard before the end of a path ends the program`() async {
        await #expect(processExitsWith: .failure) { _ = RouterPath("a/**/b") }
        await #expect(processExitsWith: .failure) {
            _ = Router(context: ServingContext.self).group("a/**").get("b") { _, _ in "never" }
        }
    }
}
