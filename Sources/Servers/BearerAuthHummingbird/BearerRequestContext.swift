// SPDX-License-Identifier: Apache-2.0
public import BearerAuth
import Foundation
public import HTTPServing
public import NIOCore
import NIOSSL

/// A request context that can hold the caller.
///
/// ``BearerAuthenticator`` fills ``caller``; ``RequiredScope`` and the routes read it.
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

    /// The certificate that the client presented on its connection; `nil` without one, and by default.
    ///
    /// An API that takes tokens bound to certificates keeps `source.channel` in its context, and returns
    /// `ClientCertificate(of: channel)`. RFC 8705 §3
    func clientCertificate() async throws -> ClientCertificate?
}

extension BearerRequestContext {
    /// No certificate.
    public func clientCertificate() async throws -> ClientCertificate? { nil }

    /// The caller.
    ///
    /// - Throws: `BearerChallenge` (401) if the route is not behind a ``BearerAuthenticator``.
    public func requireCaller() throws -> Caller {
        guard let caller else { throw BearerChallenge(.tokenAbsent) }
        return caller
    }
}

extension ClientCertificate {
    /// The certificate that the client presented on a connection of Hummingbird; `nil` without TLS or certificate.
    ///
    /// The server must ask for one: `certificateVerification` of its TLS configuration says so. With
    /// `optionalVerification` and a verification callback that accepts each certificate, clients may sign their own.
    ///
    /// ```swift
    /// struct MutualTLSContext: BearerRequestContext {
    ///     var core: RequestCore
    ///     var caller: Caller?
    ///     let channel: any Channel
    ///
    ///     init(core: RequestCore) {
    ///         self.core = core
    ///     }
    ///
    ///     func clientCertificate() async throws -> ClientCertificate? { try await ClientCertificate(of: channel) }
    /// }
    /// ```
    ///
    /// - Throws: `NIOSSLError` for a certificate that cannot be read.
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
