// SPDX-License-Identifier: Apache-2.0
import BearerAuth
import HTTPServing

/// Notes the caller of a refused request for the log of refusals.
struct CallerNote: RouterMiddleware {
    func handle(
        _ request: Request, context: TaskServiceContext,
        next: (Request, TaskServiceContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch {
            if let caller = context.caller {
                RefusalNote.about(person: caller.id)
                RefusalNote.about(app: caller.clientID)
            }
            throw error
        }
    }
}
