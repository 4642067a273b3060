// SPDX-License-Identifier: Apache-2.0
import Fixtures
import HTTPListening
import HTTPMessages
import HTTPServing
import LocalTenant
import SignInTesting
import Testing

@testable import QuickStartWeb

/// Errors of a page: the app's own are logged, those of the connection are the client's.
@Suite struct ErrorPagesTests {
    private struct Mistake: Error {}

    private let log = RecordedLog()

    /// The response of a page that throws an error.
    private func response(after error: any Error) async throws -> Response {
        let stage = try Stage(at: try await withTenant { $0 })
        let head = HTTPRequest(method: .post, scheme: "http", authority: "localhost:4500", path: "/language")
        let context = WebContext(core: RequestCore(logger: log.logger))
        return try await ErrorPages(app: stage.app).handle(Request(head: head), context: context) { _, _ in
            throw error
        }
    }

    @Test(
        arguments: [
            ConnectionError.malformed(400), ConnectionError.malformed(413), ConnectionError.closed,
            ConnectionError.timedOut, DroppedConnection(), StalledConnection(), CancellationError(),
        ] as [any Error])
    func `an error of the connection passes, without a line in the log`(_ error: any Error) async throws {
        let passed = await #expect(throws: (any Error).self) { try await response(after: error) }
        #expect(passed.map { "\($0)" } == "\(error)")
        #expect(log.lines == [])
    }

    @Test func `another error is a line in the log`() async throws {
        // Its page needs a session, which the middleware before this one opens.
        _ = try? await response(after: Mistake())
        #expect(log.lines == ["error a page failed error=Mistake()"])
    }
}
