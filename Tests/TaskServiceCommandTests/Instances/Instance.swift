// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPServing
import Testing

/// One instance of a program at a port, which a test can kill and bring back.
actor Instance {
    let port: Int
    private let start: @Sendable (_ port: Int) async throws -> RunningProgram
    private var running: RunningProgram?

    init(_ start: @escaping @Sendable (_ port: Int) async throws -> RunningProgram) async throws {
        port = try await ServerAddress.reserve().port
        self.start = start
        try await bringBack()
    }

    /// Starts it again at its port, and waits until it answers.
    func bringBack() async throws {
        let program = try await start(port)
        try #require(program.firstLine.hasPrefix("Listening on "), "\(program.logged)")
        running = program
    }

    /// Ends it without a warning (`kill -9`).
    func kill() async { _ = await running?.end(by: SIGKILL) }

    /// Ends it as an operator does.
    func end() async -> Int32? { await running?.end() }
}
