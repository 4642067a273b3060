// SPDX-License-Identifier: Apache-2.0
import HTTPTransport

// The files beside this one are links: the tests of the system's transport run over URLSession here.

func withSystemTransport<Result>(_ body: (any Transport) async throws -> Result) async throws -> Result {
    try await withSystemTransport(limits: TransportLimits(), body)
}

func withSystemTransport<Result>(
    limits: TransportLimits, _ body: (any Transport) async throws -> Result
) async throws -> Result {
    let transport = URLSessionTransport(limits: limits)
    do {
        let result = try await body(transport)
        try await transport.shutDown()
        return result
    } catch {
        try? await transport.shutDown()
        throw error
    }
}
