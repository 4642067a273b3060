// SPDX-License-Identifier: Apache-2.0
package import Foundation
package import HTTPTransport
package import HTTPTypes

/// Sends over the network, with one connection per request: the tenant seldom sends requests.
///
/// The tenant's own client waits for the response too, so it must come soon and be short.
package struct OutgoingTransport: Transport {
    /// Requests fail after five seconds, and for responses over 256 KiB.
    package static let limits = TransportLimits(deadline: .seconds(5), maximumResponseBytes: 256 << 10)

    /// Creates a transport.
    package init() {}

    /// Sends a request.
    ///
    /// - Throws: `TransportError`.
    package func send(_ request: HTTPRequest, body: Data) async throws -> TransportResponse {
        try await withSystemTransport(limits: Self.limits) { try await $0.send(request, body: body) }
    }
}
