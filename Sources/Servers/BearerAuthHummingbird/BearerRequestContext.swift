// SPDX-License-Identifier: Apache-2.0
public import BearerAuth
public import Hummingbird

/// A request context that can hold the caller.
///
/// ``BearerAuthenticator`` fills ``caller``; ``RequiredScope`` and the routes read it.
///
/// ```swift
/// struct AppContext: BearerRequestContext {
///     var coreContext: CoreRequestContextStorage
///     var caller: Caller?
///
///     init(source: ApplicationRequestContextSource) { coreContext = .init(source: source) }
/// }
/// ```
public protocol BearerRequestContext: RequestContext {
    /// The caller, from the validated token; `nil` before the authenticator has run.
    var caller: Caller? { get set }
}

extension BearerRequestContext {
    /// The caller.
    ///
    /// - Throws: `BearerChallenge` (401) if the route is not behind a ``BearerAuthenticator``.
    public func requireCaller() throws -> Caller {
        guard let caller else { throw BearerChallenge(.tokenAbsent) }
        return caller
    }
}
