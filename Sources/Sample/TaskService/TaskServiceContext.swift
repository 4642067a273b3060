// SPDX-License-Identifier: Apache-2.0

package import BearerAuth
import BearerAuthServing
package import HTTPServing

package struct TaskServiceContext: BearerRequestContext {
    package var core: RequestCore
    package var caller: Caller?

    package init(core: RequestCore) { self.core = core }

    /// The owner of the request's tasks: always the caller, from the validated token.
    func owner() throws -> String { try requireCaller().id }
}

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
