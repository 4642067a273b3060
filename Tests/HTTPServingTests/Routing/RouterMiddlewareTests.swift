// SPDX-License-Identifier: Apache-2.0

import Fixtures
import HTTPServing

@Suite struct RouterMiddlewareTests {
    /// Adds its name to the request on the way in, and to the response on the way out.
    private struct Mark: RouterMiddleware {
        let name: String

        func handle(
            _ request: Request, context: ServingContext, next: (Request, ServingContext) async throws -> Response
        ) async throws -> Response {
            var request = request
            request.headers.mark(name)
            do {
                var response = try await next(request, context)
                response.headers.mark(name)
                return response
            } catch let error as HTTPError {
                var error = error
                error.headers.mark(name)
                throw error
            }
        }
    }

    /// Three levels; each route responds with the middleware that the request passed.
    private static func router() -> Router<ServingContext> {
        let router = Router(context: ServingContext.self)
        let answer: @Sendable (Request, ServingContext) async throws -> String = { request, _ in
            request.headers[.trail] ?? "none"
        }
        router.get("before", use: answer)
        router.add(middleware: Mark(name: "1")).get("one", use: answer)
        let group = router.group("group").get("before", use: answer)
        group.add(middleware: Mark(name: "a")).get("one", use: answer)
        router.add(middleware: Mark(name: "2")).get("two", use: answer)
        group.add(middleware: Mark(name: "b")).get("two", use: answer)
        group.group("inner").add(middleware: Mark(name: "x")).get(use: answer)
        router.group().get("sibling", use: answer)
        group.get("failing") { _, _ -> String in throw HTTPError(.conflict) }
        return router
    }

    @Test(arguments: [
        ("/before", 200, "none", nil as String?), ("/one", 200, "1", "1"), ("/two", 200, "12", "21"),
        ("/group/before", 200, "1", "1"), ("/group/one", 200, "1a", "a1"), ("/group/two", 200, "12ab", "ba21"),
        ("/group/inner", 200, "12abx", "xba21"), ("/sibling", 200, "12", "21"), ("/group/failing", 409, "", "ba21"),
        // The middleware of groups applies to their routes alone.
        ("/none", 404, "", "21"), ("/group/none", 404, "", "21"),
    ])
    func `middleware applies to later routes, the first outermost`(
        path: String, status: Int, wayIn: String, wayOut: String?
    ) async throws {
        let exchange = try await Exchange(path, with: Self.router())
        #expect(exchange.status == status && exchange.text == wayIn)
        #expect(exchange.fields[.trail] == wayOut)
    }

    @Test(arguments: [
        ("/one", HTTPRequest.Method.get, "1", "1" as String?), ("/group/one", .get, "1a", "a1"),
        ("/none", .get, "12!", "21"),
        ("/one", .put, "12!", "21"),
    ])
    func `a router as middleware passes on unrouted requests`(
        path: String, method: HTTPRequest.Method, wayIn: String, wayOut: String?
    ) async throws {
        let context = ServingContext(core: RequestCore(logger: HTTPServerTests.logger))
        let head = HTTPRequest(method: method, scheme: "http", authority: "localhost", path: path)
        let response = try await Self.router().buildResponder().handle(Request(head: head), context: context) {
            request, _ in
            Response(status: .ok, body: ResponseBody((request.headers[.trail] ?? "none") + "!"))
        }
        #expect(String(decoding: response.body.bytes, as: UTF8.self) == wayIn)
        #expect(response.headers[.trail] == wayOut)
    }

    @Test func `the route is known outside the router after the response, and inside before it`() async throws {
        let router = Router(context: ServingContext.self)
        router.get("things/{id}") { _, context in context.endpointPath ?? "none" }
        let context = ServingContext(core: RequestCore(logger: HTTPServerTests.logger))
        #expect(context.endpointPath == nil)
        let head = HTTPRequest(method: .get, scheme: "http", authority: "localhost", path: "/things/1")
        let response = try await router.buildResponder().respond(to: Request(head: head), context: context)
        #expect(String(decoding: response.body.bytes, as: UTF8.self) == "/things/{id}")
        #expect(context.endpointPath == "/things/{id}")
        #expect(context.parameters.get("id") == nil)
    }

    // MARK: Errors

    private struct Mistake: Error {}

    /// Its response is an error.
    private struct Unprintable: ResponseGenerator {
        func response(from request: Request, context: some RequestContext) throws -> Response {
            throw HTTPError(.gone, message: "It was \"here\".")
        }
    }

    @Test func `an error with a response becomes it, and others leave the router`() async throws {
        let router = Router(context: ServingContext.self)
        router.get("unprintable") { _, _ in Unprintable() }
        router.get("bare") { _, _ -> String in throw HTTPError(.gone, headers: [.retryAfter: "7"]) }
        router.get("mistake") { _, _ -> String in throw Mistake() }
        let gone = try await Exchange("/unprintable", with: router)
        #expect(gone.status == 410 && gone.text == #"{"error":{"message":"It was \"here\"."}}"#)
        #expect(gone.field("Content-Type") == "application/json; charset=utf-8")
        let bare = try await Exchange("/bare", with: router)
        #expect(bare.status == 410 && bare.text.isEmpty && bare.field("Retry-After") == "7")
        #expect(bare.field("Content-Type") == nil)
        await #expect(throws: Mistake.self) { try await Exchange("/mistake", with: router) }
    }
}

extension HTTPField.Name {
    fileprivate static let trail = HTTPField.Name("X-Trail") ?? .server
}

extension HTTPFields {
    fileprivate mutating func mark(_ name: String) { self[.trail] = (self[.trail] ?? "") + name }
}

@Suite(.timeLimit(.minutes(1))) struct BareRouterTests {
    @Test func `another error becomes 500 without its text, and keeps the connection open`() async throws {
        struct Secret: Error {}
        let router = Router(context: ServingContext.self)
        router.get("/mistake") { _, _ -> String in throw Secret() }
        router.get("/") { _, _ in "hello" }
        try await HTTPServerTests.withServer(router) { port, _ in
            let answers = try await RawConnection(port: port).exchange(
                "GET /mistake HTTP/1.1\r\nHost: localhost\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            #expect(answers.hasPrefix("HTTP/1.1 500 Internal Server Error\r\n"))
            #expect(answers.contains("Content-Length: 0\r\n") && !answers.contains("Secret"))
            #expect(answers.hasSuffix("\r\n\r\nhello"))
        }
    }

    @Test func `requests of a connection have ids of their own, which are UUIDs`() async throws {
        let router = Router(context: ServingContext.self)
        router.get("/id") { _, context in context.id + "\n" }
        try await HTTPServerTests.withServer(router) { port, _ in
            let answers = try await RawConnection(port: port).exchange(
                "GET /id HTTP/1.1\r\nHost: localhost\r\n\r\n",
                "GET /id HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            let ids = answers.components(separatedBy: .newlines).compactMap(UUID.init(uuidString:))
            #expect(Set(ids).count == 2)
        }
    }
}
