// SPDX-License-Identifier: Apache-2.0
#if Hummingbird
import HTTPServing
public import Hummingbird
import HummingbirdMessages
import Logging
import NIOCore
import ProgramLifecycle
public import WebSignIn

extension Hummingbird.Router where Context: WebSessionRequestContext {
    /// Adds the sign-in pages, and the browser's session for the routes that are added later.
    ///
    /// Call it on the router itself, before you add routes. All responses get security header fields, such as a
    /// `Content-Security-Policy` that permits nothing, unless they have their own; only a 413, and a 400 for a
    /// malformed request, have none. Middleware that waits for errors of routes, such as `FileMiddleware` for 404, must
    /// be added later: earlier middleware gets their responses.
    ///
    /// ```swift
    /// router.addSignIn(web)
    /// router.get("hello") { _, context in
    ///     "Hello, \(try await context.account().identity.name ?? "you")!"
    /// }
    /// ```
    ///
    /// A URL-encoded form is read before its route, which can read it again; the client gets 413 for one of more than
    /// 256 KiB. All other content is read by the route alone.
    ///
    /// It requires the trait `Hummingbird`. It is tested against our own declarations of Hummingbird and its
    /// dependencies (`Tests/HummingbirdContract`), not against Hummingbird itself.
    public func addSignIn(_ app: WebSignIn) {
        let pages = HTTPServing.Router(context: PagesContext.self)
        pages.addSignIn(app)
        add(middleware: SignInMiddleware(pages: pages.buildResponder()))
    }
}

private struct SignInMiddleware<Context: WebSessionRequestContext>: Hummingbird.RouterMiddleware {
    let pages: HTTPServing.RouterResponder<PagesContext>

    func handle(
        _ request: Hummingbird.Request, context: Context,
        next: @concurrent (Hummingbird.Request, Context) async throws -> Hummingbird.Response
    ) async throws -> Hummingbird.Response {
        var request = request
        let message = try await HTTPServing.Request(&request)
        let core = RequestCore(logger: Log(context.logger))
        var body: Hummingbird.ResponseBody?
        let answer = try await pages.handle(message, context: PagesContext(core: core)) { [request] _, pages in
            var context = context
            context.webSession = pages.webSession
            let response: Hummingbird.Response
            do {
                response = try await next(request, context)
            } catch let error as any Hummingbird.HTTPResponseError {
                // The response to a thrown error would lose the cookie of a new session.
                response = try error.response(from: request, context: context)
            }
            // The sign-in's middleware adds fields to the response, and does not change the content.
            body = response.body
            let head = HTTPServing.HTTPResponse(of: response)
            return HTTPServing.Response(status: head.status, headers: head.headerFields)
        }
        return .init(of: answer.head, body: body ?? .init(byteBuffer: ByteBuffer(bytes: answer.body.bytes)))
    }
}

private struct PagesContext: WebSignInRequestContext {
    var core: RequestCore
    var webSession: WebSession?

    init(core: RequestCore) { self.core = core }
}

extension HTTPServing.Request {
    /// Converts a request with only the content of a form, which stays readable for the routes.
    fileprivate init(_ request: inout Hummingbird.Request) async throws {
        guard let head = HTTPServing.HTTPRequest(of: request.head) else { throw Hummingbird.HTTPError(.badRequest) }
        self.init(head: head)
        guard headers[.contentType]?.lowercased().hasPrefix("application/x-www-form-urlencoded") == true else { return }
        body = IncomingBody(try await request.collectBody(upTo: 256 << 10).readableBytesView)
    }
}

extension Log {
    fileprivate init(_ logger: Logger) {
        let write: @Sendable (Entry) -> Void = { line in
            let level = Logger.Level(rawValue: line.level.rawValue) ?? .error
            logger.log(level: level, "\(line.message)", metadata: line.facts.mapValues { .string($0) })
        }
        self.init("web-sign-in", to: Output(from: { .trace }, write))
    }
}
#endif
