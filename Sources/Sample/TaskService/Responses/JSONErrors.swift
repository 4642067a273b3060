// SPDX-License-Identifier: Apache-2.0
import BearerAuth
import HTTPServing
import ProgramLifecycle

/// Turns every error into a JSON response, without internal causes.
struct JSONErrors<Context: RequestContext>: RouterMiddleware {
    func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let refusal as TaskRefusal {
            return ErrorAnswer(refusal).noted().response(to: request, context)
        } catch let refusal as RequestRefusal {
            return ErrorAnswer(refusal).noted().response(to: request, context)
        } catch let error as HTTPError {
            return ErrorAnswer(error).response(to: request, context)
        } catch let challenge as BearerChallenge {
            return ErrorAnswer(challenge.response, code: challenge.code, message: challenge.message).noted()
                .response(to: request, context)
        } catch let unavailable as ProviderUnavailable {
            RefusalNote.refuse(
                RefusalNote.Rule(
                    unavailable.code, reason: "The provider's metadata or keys could not be fetched.",
                    remedy: "Start the provider, and check its address in the settings of this API."))
            return ErrorAnswer(unavailable.response, code: unavailable.code, message: unavailable.message)
                .response(to: request, context)
        } catch let error where error.endsConnection {
            // The client waits for no response.
            throw error
        } catch {
            guard let refusal = TaskRefusal(unavailable: error) else {
                context.logger.error("a request failed", metadata: ["error": "\(error)"])
                return ErrorAnswer.internalError.response(to: request, context)
            }
            context.logger.warning("the store does not respond", metadata: ["cause": "\(error)"])
            return ErrorAnswer(refusal).noted().response(to: request, context)
        }
    }
}

extension ErrorAnswer {
    /// Notes the refusal for metrics and log, under the code that the client sees.
    fileprivate func noted() -> ErrorAnswer {
        RefusalNote.refuse(RefusalNote.Rule(code, reason: message))
        return self
    }
}
