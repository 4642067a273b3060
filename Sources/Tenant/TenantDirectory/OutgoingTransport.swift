// SPDX-License-Identifier: Apache-2.0
package import Foundation
package import HTTPTransport
package import HTTPTypes

/// Sends over the network of this machine, with connections that last for one request: the tenant asks others seldom.
///
/// Whoever waits for the tenant waits for the answer too, so it must come soon and be short.
package struct OutgoingTransport: Transport {
    /// After five seconds it is too late, and nothing that comes back is longer than 256 KiB.
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
