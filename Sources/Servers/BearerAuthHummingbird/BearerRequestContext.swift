// SPDX-License-Identifier: Apache-2.0
#if Hummingbird
public import BearerAuth
import PortableFoundation
public import Hummingbird
public import NIOCore
import NIOSSL

/// A request context that holds the caller.
///
/// ``BearerAuthenticator`` sets ``caller``; ``RequiredScope`` and the routes read it.
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

    /// Returns the client certificate of the connection; `nil` without one, and by default.
    ///
    /// An API that accepts tokens bound to certificates stores `source.channel` in its context, and returns
    /// `ClientCertificate(of: channel)`. RFC 8705 §3
    func clientCertificate() async throws -> ClientCertificate?
}

extension BearerRequestContext {
    /// The rest of the chain, as Hummingbird passes it to a middleware.
    public typealias Next = @concurrent (Request, Self) async throws -> Response

    /// Returns no certificate.
    public func clientCertificate() async throws -> ClientCertificate? { nil }

    /// Returns the caller.
    ///
    /// - Throws: `BearerChallenge` (401) if the route is not behind a ``BearerAuthenticator``.
    public func requireCaller() throws -> Caller {
        guard let caller else { throw BearerChallenge(.tokenAbsent) }
        return caller
    }
}

extension ClientCertificate {
    /// Creates the client certificate of one of Hummingbird's connections; `nil` without TLS or a certificate.
    ///
    /// The server must request one: set `certificateVerification` in its TLS configuration. With
    /// `optionalVerification` and a verification callback that accepts each certificate, it may be self-signed.
    ///
    /// ```swift
    /// struct MutualTLSContext: BearerRequestContext {
    ///     var coreContext: CoreRequestContextStorage
    ///     var caller: Caller?
    ///     let channel: any Channel
    ///
    ///     init(source: ApplicationRequestContextSource) {
    ///         coreContext = .init(source: source)
    ///         channel = source.channel
    ///     }
    ///
    ///     func clientCertificate() async throws -> ClientCertificate? { try await ClientCertificate(of: channel) }
    /// }
    /// ```
    ///
    /// - Throws: `NIOSSLError` for a certificate that cannot be read.
    public init?(of channel: any Channel) async throws {
        let own = try? await channel.nioSSL_peerCertificate().get()
        // An HTTP/2 stream has no TLS handler; its parent, the connection, has it.
        let connections = try? await channel.parent?.nioSSL_peerCertificate().get()
        guard let certificate = own ?? connections else { return nil }
        self.init(der: Data(try certificate.toDERBytes()))
    }
}
#endif
