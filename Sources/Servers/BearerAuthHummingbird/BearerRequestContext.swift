// SPDX-License-Identifier: Apache-2.0
public import BearerAuth
import Foundation
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

    /// Returns the client certificate of the connection; `nil` by default.
    ///
    /// An API that accepts tokens bound to certificates keeps `source.channel` in its context, and returns
    /// `ClientCertificate(of: channel)`. RFC 8705 §3
    func clientCertificate() async throws -> ClientCertificate?
}

extension BearerRequestContext {
    /// Returns `nil`.
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
    /// Creates the client certificate of a Hummingbird connection; `nil` without TLS or without a certificate.
    ///
    /// The server must request one with `certificateVerification` in its TLS configuration. To let clients use
    /// self-signed certificates, use `optionalVerification` and a verification callback that accepts every certificate.
    ///
    /// ```swift
    /// struct MutualTLSContext: BearerRequestContext {
    ///     var coreContext: CoreRequestContextStorage
    ///     var caller: Caller?
    ///     let channel: any Channel
    ///
    ///     init(source: ApplicationRequestContextSource) {
    ///         (coreContext, channel) = (.init(source: source), source.channel)
    ///     }
    ///
    ///     func clientCertificate() async throws -> ClientCertificate? { try await ClientCertificate(of: channel) }
    /// }
    /// ```
    ///
    /// - Throws: `NIOSSLError` for an unreadable certificate.
    public init?(of channel: any Channel) async throws {
        // A stream of HTTP/2 has no handler of TLS; its parent, the connection, has it.
        for channel in [channel, channel.parent].compactMap(\.self) {
            guard let certificate = try? await channel.nioSSL_peerCertificate().get() else { continue }
            self.init(der: Data(try certificate.toDERBytes()))
            return
        }
        return nil
    }
}
