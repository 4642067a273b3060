// SPDX-License-Identifier: Apache-2.0
import BearerAuth
package import HTTPServing
package import Hummingbird
package import Provider

/// What the task API knows about a request: who sent it.
package struct TaskServiceContext: BearerRequestContext {
    /// What a context is made from.
    package typealias Source = ServingContextSource

    /// What Hummingbird keeps for each request.
    package var coreContext: CoreRequestContextStorage
    /// The caller's validated token; `nil` where nobody was asked for one.
    package var accessToken: AccessToken?

    /// Creates the context of one request.
    package init(source: ServingContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
    }

    /// Whose tasks the request is about: the caller's, as the validated token says, and nobody else's.
    ///
    /// - Throws: `BearerChallenge` (401) if the route is not behind an authenticator.
    func owner() throws -> String { try requireAccessToken().callerID }
}
