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
