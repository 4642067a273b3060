// SPDX-License-Identifier: Apache-2.0
import HTTPServing
import Hummingbird
import Provider

/// Notes the caller for the log of refusals.
struct CallerNote: RouterMiddleware {
    func handle(
        _ request: Request, context: TaskServiceContext,
        next: @concurrent (Request, TaskServiceContext) async throws -> Response
    ) async throws -> Response {
        if let caller = context.accessToken {
            RefusalNote.about(person: caller.callerID)
            RefusalNote.about(app: caller.clientID)
        }
        return try await next(request, context)
    }
}
