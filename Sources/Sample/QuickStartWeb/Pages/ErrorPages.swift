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
            let visit = try Visit(request, context, app: app)
            let texts = visit.texts.common
            return try await page(texts.pageMissing, texts.pageMissingAdvice, .notFound, visit)
        } catch {
            context.logger.error("a page failed", metadata: ["error": "\(error)"])
            let visit = try Visit(request, context, app: app)
            let failure = Failure(.unexpected, .retry(after: nil))
            let (sentence, hint) = (visit.texts.sentence(of: failure), visit.texts.hint(of: failure))
            return try await page(sentence, hint, .internalServerError, visit)
        }
    }

    private func page(
        _ title: String, _ text: String, _ status: HTTPResponse.Status, _ visit: Visit
    ) async throws -> Response {
        try await visit.response(
            .notice(title, text: text, link: (visit.texts.common.toStart, "/"), status: status))
    }
}
