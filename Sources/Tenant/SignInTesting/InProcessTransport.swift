// SPDX-License-Identifier: Apache-2.0
public import HTTPMessages
package import HTTPServing
public import HTTPTransport
import LocalTenant
public import PortableFoundation
import ProgramLifecycle
import TenantAuthorization
import TenantDirectory

/// A transport to routers in the same process, selected by the URL's origin.
///
/// ```swift
/// let home = try await tenant.transport.send(HTTPRequest(url: tenant.address))
/// #expect(home.status == .ok)
/// let accounts = AccountStore(MemoryAccountStorage(), over: tenant.transport, time: tenant.clock.time)
/// ```
public struct InProcessTransport: Transport {
    private var responders: [Origin: any InProcessAnswering]
    private var asking: Set<Origin> = []
    private var certificate: Data?
    private let limits = TransportLimits()

    package init(_ responders: [Origin: any InProcessAnswering]) { self.responders = responders }

    /// Returns a copy of this transport that presents a client certificate, in DER, where one is requested.
    ///
    /// In process there is no handshake, so the certificate needs no private key. A tenant requests one only at the
    /// `mtls_endpoint_aliases`. RFC 8705 §5
    public func presenting(certificate: Data) -> InProcessTransport {
        var copy = self
        copy.certificate = certificate
        return copy
    }

    package init<Responder: HTTPResponder>(_ responder: Responder, at address: URL) {
        let answering = InProcessResponder(responder, logger: Self.logger)
        self.init(Origin(address).map { [$0: answering] } ?? [:])
    }

    init(_ platform: IdentityPlatform) throws {
        guard let address = URL(string: platform.context.baseURL) else { throw CocoaError(.formatting) }
        let responder = platform.router().buildResponder()
        self.init(responder, at: address)
        if let base = platform.context.settings.certificateBase, let second = URL(string: base.description) {
            self = adding(responder, at: second, askingForCertificate: true)
        }
    }

    /// A copy with one more router, which may request certificates.
    package func adding<Responder: HTTPResponder>(
        _ responder: Responder, at address: URL, askingForCertificate: Bool = false
    ) -> InProcessTransport {
        guard let origin = Origin(address) else { return self }
        var copy = self
        copy.responders[origin] = InProcessResponder(responder, logger: Self.logger)
        if askingForCertificate { copy.asking.insert(origin) }
        return copy
    }

    private static var logger: Log { Log("in process") }

    /// Whether the transport is a copy from ``presenting(certificate:)``.
    public var presentsCertificate: Bool { certificate != nil }

    /// Sends a request to the router for its origin.
    ///
    /// - Throws: `TransportError` (`unreachable` without a router, `connectionLost`, `timedOut`, `responseTooLarge`).
    public func send(_ request: HTTPRequest, body: Data) async throws -> TransportResponse {
        guard let origin = Origin(request), let responder = responders[origin] else {
            throw TransportError(
                .unreachable, "there is no router for \(request.authority ?? "an address without a host")")
        }
        do {
            let (head, content) = try await responder.respond(
                to: request, body: body, presenting: asking.contains(origin) ? certificate : nil)
            guard content.count <= limits.maximumResponseBytes else {
                throw TransportError(
                    .responseTooLarge, "the response is longer than \(limits.maximumResponseBytes) bytes")
            }
            return TransportResponse(head: head, body: content)
        } catch is DroppedConnection {
            throw TransportError(.connectionLost, "the connection was closed without a response")
        } catch is StalledConnection {
            throw TransportError(.timedOut, "there was no response in time")
        }
    }
}

package protocol InProcessAnswering: Sendable {
    func respond(to head: HTTPRequest, body: Data, presenting certificate: Data?) async throws -> (HTTPResponse, Data)
}

extension InProcessAnswering {
    package func respond(to head: HTTPRequest, body: Data) async throws -> (HTTPResponse, Data) {
        try await respond(to: head, body: body, presenting: nil)
    }
}

extension InProcessResponder: InProcessAnswering {}
