// SPDX-License-Identifier: Apache-2.0

package import BearerAuth
import BearerAuthServing
package import HTTPServing

/// The context of a request to the task API, with the caller's token.
package struct TaskServiceContext: BearerRequestContext {
    package var core: RequestCore
    /// The caller; `nil` if the route needs none.
    package var caller: Caller?

    package init(core: RequestCore) {
        self.core = core
    }

    /// The owner of the request's tasks: always the caller, from the validated token.
    ///
    /// - Throws: `BearerChallenge` (401) if the route is not behind an authenticator.
    func owner() throws -> String { try requireCaller().id }
}

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
