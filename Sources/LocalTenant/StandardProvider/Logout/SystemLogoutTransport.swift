// SPDX-License-Identifier: Apache-2.0
package import Foundation
package import HTTPTransport
package import HTTPTypes

/// Sends over the network of this machine, with connections that last for one request: logouts are rare.
package struct SystemLogoutTransport: Transport {
    /// Creates a transport.
    package init() {}

    /// Sends a request; nothing that comes back is longer than 64 KiB.
    ///
    /// - Throws: `TransportError`.
    package func send(_ request: HTTPRequest, body: Data) async throws -> TransportResponse {
        let limits = TransportLimits(deadline: BackChannelLogout.deadline, maximumResponseBytes: 64 << 10)
        return try await withSystemTransport(limits: limits) { try await $0.send(request, body: body) }
    }
}
