// SPDX-License-Identifier: Apache-2.0
import BearerAuth
import HTTPServing
import Hummingbird
import Logging
import NIOHTTP1

/// Turns every error into a JSON response, without internal causes.
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
            // The first two are JSON already; with the others, the client waits for no response.
            throw error
        } catch {
            context.logger.error("a request failed", metadata: ["error": "\(error)"])
            return try ErrorAnswer.internalError.response()
        }
    }
}
