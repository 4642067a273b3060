// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPMessages
import HTTPServing
import ProgramLifecycle

/// The examples of routes, their handlers and their servers, in the doc comments.
enum RoutingExamples {
    typealias AppContext = ServingExamples.AppContext

    // snippet: ResponseGenerator
    struct Page: ResponseGenerator {
        let html: String

        func response(from request: Request, context: some RequestContext) -> Response {
            Response(status: .ok, headers: [.contentType: "text/html; charset=utf-8"], body: ResponseBody(html))
        }
    }
    // snippet: end

    // snippet: HTTPResponseError
    struct Overloaded: HTTPResponseError {
        var status: HTTPResponse.Status { .serviceUnavailable }

        func response(from request: Request, context: some RequestContext) -> Response {
            Response(status: status, headers: [.retryAfter: "30"])
        }
    }
    // snippet: end

    // snippet: HTTPResponder
    struct Maintenance: HTTPResponder {
        func respond(to request: Request, context: AppContext) async throws -> Response {
            Response(status: .serviceUnavailable, headers: [.retryAfter: "600"])
        }
    }
    // snippet: end

    // snippet: RouterMiddleware
    struct RequireOrigin: RouterMiddleware {
        func handle(
            _ request: Request, context: AppContext, next: RequestHandler<AppContext>
        ) async throws -> Response {
            guard request.headers.contains(.origin) else { throw HTTPError(.forbidden) }
            return try await next(request, context)
        }
    }
    // snippet: end

    /// Stands for work that takes its time.
    @Sendable private static func makeReport() async throws -> String { "" }

    static func server() async throws {
        // snippet: HTTPServer
        let router = Router(context: AppContext.self)
        router.get("/") { _, _ in "hello" }
        let log = Log("web")
        let server = HTTPServer(responder: router.buildResponder(), at: ServerAddress(port: 8080), logger: log)
        try await ServerProgram([server], logger: log).run()
        // snippet: end
    }

    static func address(_ responder: Maintenance, _ log: Log) -> HTTPServer<Maintenance> {
        // snippet: ServerAddress
        let address = ServerAddress(host: "localhost", port: 8080)
        let server = HTTPServer(responder: responder, at: address, logger: log)
        print("The server will listen at \(address.url)")
        // snippet: end
        return server
    }

    static func routers() -> Router<AppContext> {
        // snippet: Router
        let router = Router(context: AppContext.self)
        router.add(middleware: RequireOrigin())
        router.get("tasks") { _, _ in "all tasks" }
        router.delete("tasks/{id}") { _, _ in HTTPResponse.Status.noContent }
        // snippet: end
        return router
    }

    static func options() -> RouterResponder<AppContext> {
        // snippet: RouterOptions
        let router = Router(context: AppContext.self, options: .autoGenerateHeadEndpoints)
        router.get("/") { _, _ in "hello" }
        let responder = router.buildResponder()  // answers HEAD, too
        // snippet: end
        return responder
    }

    static func responder(_ router: Router<AppContext>) async throws -> Response {
        // snippet: RouterResponder
        let responder: RouterResponder<AppContext> = router.buildResponder()
        let request = Request(head: HTTPRequest(method: .get, scheme: "http", authority: "localhost", path: "/"))
        let context = AppContext(core: RequestCore(logger: Log("tests")))
        let response = try await responder.respond(to: request, context: context)
        // snippet: end
        return response
    }

    static func core(_ responder: Maintenance, _ request: Request) async throws -> Response {
        // snippet: RequestCore
        // A request in process, as for a test.
        let core = RequestCore(logger: Log("tests"))
        let response = try await responder.respond(to: request, context: AppContext(core: core))
        // snippet: end
        return response
    }

    static func routes(_ router: Router<AppContext>, _ tasks: [String: String]) {
        // snippet: RouterPath
        router.get("tasks") { _, _ in "all tasks" }
        router.get("tasks/{id}") { _, context in try context.parameters.require("id") }
        router.get("files/**") { request, _ in request.uri.path }
        // snippet: end

        // snippet: RouterGroup
        let pages = router.group("pages")
        pages.add(middleware: RequireOrigin())
        pages.get("first") { _, _ in "the first page" }
        // snippet: end

        // snippet: RouteParameters
        router.get("people/{id}/photos/{size}") { _, context in
            let id = try context.parameters.require("id")
            let size = try context.parameters.require("size")
            return "The \(size) photo of \(id)"
        }
        // snippet: end

        // snippet: HTTPError
        router.get("tasks/{id}/title") { _, context in
            let title = tasks[try context.parameters.require("id")]
            guard let title else { throw HTTPError(.notFound, message: "There is no such task.") }
            return title
        }
        // snippet: end
    }

    static func handlers(_ router: Router<AppContext>) {
        // snippet: Request
        router.post("notes") { request, _ in
            guard request.headers[.contentType] == "text/plain" else { throw HTTPError(.unsupportedMediaType) }
            let bytes = try await request.body.collect(upTo: 64 << 10)
            return "\(bytes.count) bytes"
        }
        // snippet: end

        // snippet: RequestURI
        router.get("search") { request, _ in
            let parts = URLComponents(string: request.uri.description)
            return parts?.queryItems?.first { $0.name == "text" }?.value ?? ""
        }
        // snippet: end

        // snippet: IncomingBody
        router.put("file") { request, _ in
            var count = 0
            for try await piece in request.body { count += piece.count }
            return "\(count) bytes"
        }
        // snippet: end

        // snippet: ClientConnection
        router.get("report") { _, context in
            try await context.connection.cancellingWhenClosed { try await makeReport() }
        }
        // snippet: end

        // snippet: Response
        router.get("robots.txt") { _, _ in
            Response(status: .ok, headers: [.contentType: "text/plain"], body: ResponseBody("User-agent: *\n"))
        }
        // snippet: end
    }

    static func body(_ titles: [String]) throws -> Response {
        // snippet: ResponseBody
        let body = ResponseBody(try JSONEncoder().encode(titles))
        var response = Response(status: .ok, body: body)
        response.headers[.contentType] = "application/json"
        // snippet: end
        return response
    }
}

// snippet: RouterMethods
extension RouterMethods {
    func addHealth() {
        get("health") { _, _ in "ok" }
    }
}
// snippet: end
