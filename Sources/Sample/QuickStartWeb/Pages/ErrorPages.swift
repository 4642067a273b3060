// SPDX-License-Identifier: Apache-2.0
import HTTPServing
import ProgramLifecycle
import QuickStart
import WebSignIn

/// Shows errors of routes as pages; passes on errors that require a sign-in.
struct ErrorPages: RouterMiddleware {
    let app: QuickStartWeb

    func handle(
        _ request: Request, context: WebContext, next: (Request, WebContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let error where error.endsConnection || error is SignInRequired || error is FormRefused {
            throw error
        } catch let error where SessionsUnavailable.isCause(of: error) {
            throw error
        } catch let error as any HTTPResponseError {
            guard error.status == .notFound else { throw error }
            let texts = try Visit(request, context, app: app).texts.common
            return try await page(texts.pageMissing, texts.pageMissingAdvice, .notFound, request, context)
        } catch {
            context.logger.error("a page failed", metadata: ["error": "\(error)"])
            let texts = try Visit(request, context, app: app).texts
            let failure = Failure(.unexpected, .retry(after: nil))
            return try await page(
                texts.sentence(of: failure), texts.hint(of: failure), .internalServerError, request, context)
        }
    }

    private func page(
        _ title: String, _ text: String, _ status: HTTPResponse.Status, _ request: Request, _ context: WebContext
    ) async throws -> Response {
        let visit = try Visit(request, context, app: app)
        return try await visit.response(
            .notice(title, text: text, link: (visit.texts.common.toStart, "/"), status: status))
    }
}
