// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPServing
import Hummingbird
import Logging
import NIOCore
import TaskService

/// The task API, for `Benchmarks/api.py` to measure.
///
/// `APIBenchmark export FOLDER` writes tokens of many people, their keys, and an empty store. `APIBenchmark serve
/// FOLDER` serves that store to them; at the next port, a bare route answers with the bytes of `page.json`.
@main
struct APIBenchmark {
    static let port = 4660

    static func main() async throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        guard arguments.count == 2 else { return print("usage: APIBenchmark export|serve FOLDER") }
        let folder = URL(filePath: arguments[1], directoryHint: .isDirectory)
        switch arguments[0] {
        case "export":
            try SampleTokens().write(to: folder)
            _ = try SQLiteTaskStore(file: folder.appending(path: "tasks.sqlite"))
        case "serve": try await serve(folder)
        default: print("usage: APIBenchmark export|serve FOLDER")
        }
    }

    private static func serve(_ folder: URL) async throws {
        let provider = SampleProviders(keys: try Data(contentsOf: folder.appending(path: "keys.json")))
        let api = buildTaskRouter(
            try SampleProviders.settings(port: port),
            keepingTasksIn: try SQLiteTaskStore(file: folder.appending(path: "tasks.sqlite")), over: provider)
        let page = ByteBuffer(bytes: try Data(contentsOf: folder.appending(path: "page.json")))
        let bare = Router(context: ServingContext.self)
        bare.get("/api/tasks") { _, _ in
            Response(
                status: .ok, headers: [.contentType: "application/json; charset=utf-8"],
                body: ResponseBody(byteBuffer: page))
        }
        var logger = Logger(label: "benchmark")
        logger.logLevel = .error
        try await ServerProgram(
            [
                HTTPServer(responder: bare.buildResponder(), at: ServerAddress(port: port + 1), logger: logger),
                HTTPServer(responder: api.buildResponder(), at: ServerAddress(port: port), logger: logger) { _ in
                    FileHandle.standardOutput.write(Data("ready\n".utf8))
                },
            ], logger: logger
        ).run()
    }
}
