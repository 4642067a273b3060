// SPDX-License-Identifier: Apache-2.0
import BearerAuth
import HTTPServing
import ProgramLifecycle

/// Converts each error into a JSON response, without internal causes.
struct JSONErrors<Context: RequestContext>: RouterMiddleware {
    func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch {
            return try answer(to: error, context).response(to: request, context)
        }
    }

    private func answer(to error: any Error, _ context: Context) throws -> ErrorAnswer {
        switch error {
        case let refusal as TaskRefusal: return ErrorAnswer(refusal).noted()
        case let refusal as RequestRefusal: return ErrorAnswer(refusal).noted()
        // Only the router throws this, without details.
        case let error as HTTPError where error.status == .notFound:
            return ErrorAnswer(.resourceNotFound).noted()
        case let error as HTTPError: return ErrorAnswer(error)
        case let challenge as BearerChallenge:
            return ErrorAnswer(challenge.response, code: challenge.code, message: challenge.message).noted()
        case let unavailable as ProviderUnavailable:
            RefusalNote.refuse(
                RefusalNote.Rule(
                    unavailable.code, reason: "The provider's metadata or keys could not be fetched.",
                    remedy: "Start the provider, and check its address in the settings of this API."))
            return ErrorAnswer(unavailable.response, code: unavailable.code, message: unavailable.message)
        // The client no longer waits for a response.
        case let error where error.endsConnection: throw error
        default:
            guard let refusal = TaskRefusal(unavailable: error) else {
                context.logger.error("a request failed", metadata: ["error": "\(error)"])
                return .internalError
            }
            context.logger.warning("the store does not respond", metadata: ["cause": "\(error)"])
            return ErrorAnswer(refusal).noted()
        }
    }
}

extension ErrorAnswer {
    fileprivate func noted() -> ErrorAnswer {
        RefusalNote.refuse(RefusalNote.Rule(code, reason: message))
        return self
    }
}
