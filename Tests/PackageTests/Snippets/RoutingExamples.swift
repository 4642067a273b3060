// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPServing
import OAuthMessages
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

/// The examples of the parts that web apps and APIs share.
enum ServingPartExamples {
    typealias AppContext = ServingExamples.AppContext

    private enum SettingsError: Error {
        case baseURL
    }

    private struct Note: Decodable {
        let text: String
    }

    static func names(of address: ServerAddress, _ router: Router<AppContext>) throws {
        do {
            // snippet: BaseURL
            guard let base = BaseURL("https://tasks.example.com") else { throw SettingsError.baseURL }
            let names = ServerNames(address, base: base)
            router.add(middleware: HostGate(names))
            // snippet: end
        }
        do {
            // snippet: HostAndPort
            let aliases = Set(["tasks", "tasks.internal:8080"].compactMap { HostAndPort($0) })
            let names = ServerNames(address, others: aliases)
            router.add(middleware: HostGate(names))
            // snippet: end
        }
        // snippet: ServerNames
        let names = ServerNames(address, base: BaseURL("https://tasks.example.com"))
        router.add(middleware: SecurityHeaders())
        router.add(middleware: HostGate(names))
        // snippet: end
    }

    static func gate() -> Router<AppContext> {
        // snippet: HostGate
        let router = Router(context: AppContext.self)
        router.add(middleware: HostGate(ServerNames(ServerAddress(port: 8080))))
        router.get("/") { _, _ in "hello" }
        // snippet: end
        return router
    }

    static func headers() -> Router<AppContext> {
        // snippet: SecurityHeaders
        let router = Router(context: AppContext.self)
        router.add(middleware: SecurityHeaders())
        router.get("/") { _, _ in "hello" }
        // snippet: end
        return router
    }

    static func cookie(_ router: Router<AppContext>) {
        // snippet: BrowserCookie
        let theme = BrowserCookie("theme", isSecure: true)
        router.get("theme") { request, _ in theme.value(in: request) ?? "light" }
        router.post("theme/dark") { _, _ in
            Response(status: .noContent, headers: [.setCookie: theme.setting("dark")])
        }
        // snippet: end
    }

    static func content(_ router: Router<AppContext>) {
        // snippet: RequestContent
        router.post("notes") { request, _ in
            let form = try await RequestContent(of: request).form()
            guard let text = form["text"] else { throw HTTPError(.badRequest, message: "The text is missing.") }
            return "\(text.count) characters"
        }
        // snippet: end
    }

    static func refusal(_ request: Request) async throws -> String {
        // snippet: RequestRefusal
        do {
            return try await RequestContent(of: request).json(Note.self).text
        } catch let refusal as RequestRefusal {
            throw HTTPError(refusal.status, message: refusal.message)
        }
        // snippet: end
    }

    static func type() -> (Bool, String) {
        // snippet: ContentType
        let type = ContentType("text/plain; charset=UTF-8")
        let isText = type?.value == "text/plain"
        let charset = type?.parameters["charset"]?.lowercased() ?? "utf-8"
        // snippet: end
        return (isText, charset)
    }
}

// snippet: RouterMethods
extension RouterMethods {
    func addHealth() {
        get("health") { _, _ in "ok" }
    }
}
// snippet: end
