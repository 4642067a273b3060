// SPDX-License-Identifier: Apache-2.0
#if os(Linux)
import Fixtures
import HTTPMessages

@testable import HTTPListening

/// nginx reads the bytes first and passes some on, so two programs must agree on the end of a request.
@Suite(.timeLimit(.minutes(1))) struct BehindNginxTests {
    /// Counts requests by the fields that nginx adds.
    private final class Requests: Sendable {
        /// With any other method, the request begins with bytes left over from the previous one.
        private static let methods = ["GET", "HEAD", "OPTIONS", "POST", "get", "BREW"]
        private let counts = Mutex<[String: Int]>([:])

        subscript(row: String) -> Int { counts.withLock { $0[row] ?? 0 } }

        func add(_ request: HTTPRequest) {
            let fields = ["X-Row", "X-Target"].compactMap { HTTPField.Name($0) }.map { request.headerFields[$0] }
            let isPassedOn = Self.methods.contains(request.method.rawValue) && fields[1] == request.path
            counts.withLock { $0[isPassedOn ? fields[0] ?? "smuggled" : "smuggled", default: 0] += 1 }
        }
    }

    @Test(arguments: Polling.allCases)
    func `the server sees exactly the requests that nginx passes on`(_ polling: Polling) async throws {
        let requests = Requests()
        try await polling.withListener { request, _ in
            _ = try await request.content?.collect(upTo: 1 << 22) ?? []
            requests.add(request.head.request)
            return Answer(HTTPResponse(status: .ok))
        } body: { _, port in
            let statuses = try await Self.statuses(port)
            for (index, row) in FramingRow.all.enumerated() {
                #expect(requests["\(index)"] == statuses[index].count { $0 == "200" }, "\(row)")
                #expect(statuses[index].allSatisfy { $0 == "200" || row.statuses.contains(Int($0) ?? 0) }, "\(row)")
            }
            #expect(requests["smuggled"] == 0)
            #expect(statuses.joined().contains("200"))
        }
    }

    /// The statuses of the requests that nginx passed on, by row.
    private static func statuses(_ port: Int) async throws -> [[String]] {
        let nginx = try NginxBefore(port: port, count: FramingRow.all.count)
        try await nginx.start()
        // Twice: bytes left over from the first round would start a request of the second.
        for _ in 0..<2 {
            try await withThrowingTaskGroup { group in
                for (index, row) in FramingRow.all.enumerated() {
                    group.addTask { try await nginx.send(row.bytes, to: index) }
                }
                try await group.waitForAll()
            }
        }
        return try await nginx.end()
    }
}
#endif
