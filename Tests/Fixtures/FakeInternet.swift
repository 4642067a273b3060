// SPDX-License-Identifier: Apache-2.0
package import HTTPMessages
package import HTTPTransport

package struct FakeInternet: Transport {
    private let providers: [FakeProvider]

    package init(_ providers: FakeProvider...) { self.providers = providers }

    package func send(_ request: HTTPRequest, body: Data) async throws -> TransportResponse {
        guard let provider = providers.first(where: { $0.isMeant(by: request) }) else {
            throw TransportError(.unreachable, "nobody answers at \(request.authority ?? "")\(request.path ?? "")")
        }
        return try await provider.send(request, body: body)
    }
}
