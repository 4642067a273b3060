// SPDX-License-Identifier: Apache-2.0
public import BearerAuth
public import HTTPServing
import PortableFoundation

/// A request context that holds the caller.
///
/// ``BearerAuthenticator`` sets ``caller``; ``RequiredScope`` and the routes read it.
///
/// ```swift
/// struct AppContext: BearerRequestContext {
///     var core: RequestCore
///     var caller: Caller?
///
///     init(core: RequestCore) { self.core = core }
/// }
/// ```
public protocol BearerRequestContext: RequestContext {
    /// The caller, from the validated token; `nil` before the authenticator has run.
    var caller: Caller? { get set }
}

extension BearerRequestContext {
    /// The client certificate of the connection; `nil` without one. RFC 8705 §3
    public var clientCertificate: ClientCertificate? {
        core.connection.clientCertificate().map { ClientCertificate(der: $0) }
    }

    /// Returns the caller.
    ///
    /// - Throws: `BearerChallenge` (401) if the route is not behind a ``BearerAuthenticator``.
    public func requireCaller() throws -> Caller {
        guard let caller else { throw BearerChallenge(.tokenAbsent) }
        return caller
    }
}
