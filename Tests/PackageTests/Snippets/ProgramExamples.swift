// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPServing
import ProgramLifecycle

/// Stands for the connections of an app to its database.
actor Pool {
    func open() throws {}
    func close() {}
}

// snippet: Service
struct Connections: Service {
    let pool: Pool

    func run(until end: Ending) async throws {
        try await pool.open()
        await end.wait()
        await pool.close()
    }
}
// snippet: end

/// The examples of programs, their services and their logs, in the doc comments.
struct ProgramExamples {
    let folder: URL

    /// Stands for work that has no end of its own.
    private func watch(_ folder: URL) async throws {}

    // snippet: Ending
    func run(until end: Ending) async throws {
        try await end.cancelling { try await watch(folder) }
    }
    // snippet: end

    static func program(_ router: Router<ServingExamples.AppContext>, _ pool: Pool) async throws {
        // snippet: ServerProgram
        let log = Log("web")
        let server = HTTPServer(responder: router.buildResponder(), at: ServerAddress(port: 8080), logger: log)
        // The connections end after the server that uses them.
        try await ServerProgram([Connections(pool: pool), server], logger: log).run()
        // snippet: end
    }

    static func log() {
        // snippet: Log
        let output = Log.Output(from: { .info }, { print($0.level.rawValue, $0.message, $0.metadata) })
        var log = Log("web", to: output)
        log[metadataKey: "version"] = "1.2"
        log.info("the app starts", metadata: ["port": "8080"])
        // snippet: end
    }
}
