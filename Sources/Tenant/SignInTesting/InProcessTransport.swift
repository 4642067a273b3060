// SPDX-License-Identifier: Apache-2.0
public import Foundation
package import HTTPServing
public import HTTPTransport
public import HTTPTypes
package import Hummingbird
import Logging

/// Sends requests to routers in the same process, chosen by the origin of the address.
///
/// ```swift
/// let home = try await tenant.transport.send(HTTPRequest(url: tenant.address))
/// #expect(home.status == .ok)
/// let accounts = AccountStore(MemoryAccountStorage(), over: tenant.transport, time: tenant.clock.time)
/// ```
public struct InProcessTransport: Transport {
    private let responders: [Origin: any InProcessAnswering]
    private let limits = TransportLimits()

    package init(_ responders: [Origin: any InProcessAnswering]) {
        self.responders = responders
    }

    /// Serves one router at an address.
    package init<Responder: HTTPResponder>(_ responder: Responder, at address: URL)
    where Responder.Context: InitializableFromSource<ServingContextSource> {
        let answering = InProcessResponder(responder, logger: Self.logger)
        self.init(Origin(address).map { [$0: answering] } ?? [:])
    }

    /// A copy of this transport with one more router.
    package func adding<Responder: HTTPResponder>(_ responder: Responder, at address: URL) -> InProcessTransport
    where Responder.Context: InitializableFromSource<ServingContextSource> {
        guard let origin = Origin(address) else { return self }
        var all = responders
        all[origin] = InProcessResponder(responder, logger: Self.logger)
        return InProcessTransport(all)
    }

    private static var logger: Logger { Logger(label: "in process", factory: { _ in SwiftLogNoOpLogHandler() }) }

    /// Sends a request to the router of its origin.
    ///
    /// - Throws: `TransportError` (`unreachable` without a router, `connectionLost`, `timedOut`, `responseTooLarge`).
    public func send(_ request: HTTPRequest, body: Data) async throws -> TransportResponse {
        guard let origin = Origin(request), let responder = responders[origin] else {
            throw TransportError(
                .unreachable, "no router answers at \(request.authority ?? "an address without a host")")
        }
        do {
            let (head, content) = try await responder.respond(to: request, body: body)
            guard content.count <= limits.maximumResponseBytes else {
                throw TransportError(
                    .responseTooLarge, "the response is longer than \(limits.maximumResponseBytes) bytes")
            }
            return TransportResponse(head: head, body: content)
        } catch is DroppedConnection {
            throw TransportError(.connectionLost, "the connection was closed without an answer")
        } catch is StalledConnection {
            throw TransportError(.timedOut, "no answer came in time")
        }
    }
}

/// A router with its type erased.
package protocol InProcessAnswering: Sendable {
    /// The response to one request.
    func respond(to head: HTTPRequest, body: Data) async throws -> (HTTPResponse, Data)
}

extension InProcessResponder: InProcessAnswering {}
