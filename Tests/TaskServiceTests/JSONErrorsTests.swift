// SPDX-License-Identifier: Apache-2.0
import Fixtures
import HTTPListening
import HTTPMessages
import HTTPServing
import Testing

@testable import TaskService

/// Errors of a route: the service's own are logged, those of the connection are the client's.
@Suite struct JSONErrorsTests {
    private struct Mistake: Error {}

    private let log = RecordedLog()

    /// The response of a route that throws an error.
    private func response(after error: any Error) async throws -> Response {
        let head = HTTPRequest(method: .post, scheme: "http", authority: "localhost:3000", path: "/api/tasks")
        let context = TaskServiceContext(core: RequestCore(logger: log.logger))
        return try await JSONErrors().handle(Request(head: head), context: context) { _, _ in throw error }
    }

    @Test(
        arguments: [
            ConnectionError.malformed(400), ConnectionError.closed, ConnectionError.timedOut, DroppedConnection(),
            StalledConnection(), CancellationError(),
        ] as [any Error])
    func `an error of the connection passes, without a line in the log`(_ error: any Error) async throws {
        let passed = await #expect(throws: (any Error).self) { try await response(after: error) }
        #expect(passed.map { "\($0)" } == "\(error)")
        #expect(log.lines == [])
    }

    @Test func `another error is an answer, and a line in the log`() async throws {
        #expect(try await response(after: Mistake()).status == .internalServerError)
        #expect(log.lines.count == 1)
    }
}
