// SPDX-License-Identifier: Apache-2.0
package import BearerAuth
import BearerAuthHummingbird
package import HTTPServing
package import Hummingbird

/// The context of a request to the task API, with the caller's token.
package struct TaskServiceContext: BearerRequestContext {
    /// The source of a context.
    package typealias Source = ServingContextSource

    /// Hummingbird's own storage for each request.
    package var coreContext: CoreRequestContextStorage
    /// The caller; `nil` if the route needs none.
    package var caller: Caller?

    package init(source: ServingContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
    }

    /// The owner of the request's tasks: always the caller, from the validated token.
    ///
    /// - Throws: `BearerChallenge` (401) if the route is not behind an authenticator.
    func owner() throws -> String { try requireCaller().id }
}
