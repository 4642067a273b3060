// SPDX-License-Identifier: Apache-2.0
import BearerAuth
import HTTPServing
import Hummingbird
import Logging
import NIOHTTP1

/// Answers every error in JSON, and tells nobody what went wrong inside.
struct JSONErrors<Context: RequestContext>: RouterMiddleware {
    func handle(
        _ request: Request, context: Context, next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let refusal as TaskRefusal {
            return try ErrorAnswer(refusal).response()
        } catch let refusal as RequestRefusal {
            return try ErrorAnswer(refusal).response()
        } catch let error as HTTPError {
            return try ErrorAnswer(error).response()
        } catch let error
            where error is BearerChallenge || error is ProviderUnavailable || error is HTTPParserError
            || error is CancellationError
        {
            // The first two are JSON already; the others mean that nobody waits for an answer.
            throw error
        } catch {
            context.logger.error("a request failed", metadata: ["error": "\(error)"])
            return try ErrorAnswer.internalError.response()
        }
    }
}
