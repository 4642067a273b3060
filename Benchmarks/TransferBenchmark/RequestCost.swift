// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPMessages
import HTTPTransport

/// The processor time of a request whose response is short.
struct RequestCost {
    private let transport: any Transport
    private let request: HTTPRequest
    private let width: Int

    init(_ transport: any Transport, _ url: URL, width: Int) {
        (self.transport, request, self.width) = (transport, HTTPRequest(url: url), width)
    }

    func report(_ count: Int) async throws {
        try await send(width * 10)
        let before = Self.microseconds
        try await send(count)
        print((Self.microseconds - before) / Double(count))
    }

    private func send(_ count: Int) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<width {
                group.addTask {
                    for _ in 0..<count / width {
                        let response = try await transport.send(request)
                        guard response.status == .ok else { throw CocoaError(.fileReadUnknown) }
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    /// The processor time of this process so far.
    private static var microseconds: Double {
        var usage = rusage()
        getrusage(CInt(RUSAGE_SELF.rawValue), &usage)
        return [usage.ru_utime, usage.ru_stime].reduce(0) { $0 + Double($1.tv_sec) * 1e6 + Double($1.tv_usec) }
    }
}
