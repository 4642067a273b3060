// SPDX-License-Identifier: Apache-2.0
public import Foundation
package import HTTPServing
public import HTTPTransport
public import HTTPTypes
package import Hummingbird
import Logging

/// Sends requests to routers in the same process, by the address that they would be served at.
public struct InProcessTransport: Transport {
    private let responders: [Origin: any InProcessAnswering]
    private let limits = TransportLimits()

    package init(_ responders: [Origin: any InProcessAnswering]) {
        self.responders = responders
    }

    /// Serves one router at an address.
    package init<Responder: HTTPResponder>(_ responder: Responder, at address: URL)
    where Responder.Context: InitializableFromSource<ServingContextSource> {
        self.init([Origin(address): InProcessResponder(responder, logger: Self.logger)])
    }

    /// This transport, with another router beside the ones that it serves.
    package func adding<Responder: HTTPResponder>(
        _ responder: Responder, at address: URL
    ) -> InProcessTransport
    where Responder.Context: InitializableFromSource<ServingContextSource> {
        var all = responders
        all[Origin(address)] = InProcessResponder(responder, logger: Self.logger)
        return InProcessTransport(all)
    }

    private static var logger: Logger {
        Logger(label: "in process", factory: { _ in SwiftLogNoOpLogHandler() })
    }

    /// Asks the router that serves the request's address.
    ///
    /// - Throws: `TransportError` (`unreachable` if none does, `connectionLost`, `responseTooLarge`).
    public func send(_ request: HTTPRequest, body: Data) async throws -> TransportResponse {
        guard let responder = responders[Origin(request)] else {
            throw TransportError(.unreachable, "nobody answers at \(Origin(request))")
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

/// A router that can be asked without knowing its type.
package protocol InProcessAnswering: Sendable {
    /// Gives the response to one request.
    func respond(to head: HTTPRequest, body: Data) async throws -> (HTTPResponse, Data)
}

extension InProcessResponder: InProcessAnswering {}
