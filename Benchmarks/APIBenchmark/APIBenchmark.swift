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
/// `APIBenchmark bare FOLDER` serves the bare route alone, at any path.
@main
struct APIBenchmark {
    static let port = 4660

    static func main() async throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        guard arguments.count == 2 else { return print("usage: APIBenchmark export|serve|bare FOLDER") }
        let folder = URL(filePath: arguments[1], directoryHint: .isDirectory)
        switch arguments[0] {
        case "export":
            try SampleTokens().write(to: folder)
            _ = try SQLiteTaskStore(file: folder.appending(path: "tasks.sqlite"))
        case "serve": try await serve(folder)
        case "bare": try await ServerProgram([bare(folder, isReady: true)], logger: logger).run()
        default: print("usage: APIBenchmark export|serve|bare FOLDER")
        }
    }

    private static func serve(_ folder: URL) async throws {
        let provider = SampleProviders(keys: try Data(contentsOf: folder.appending(path: "keys.json")))
        let api = buildTaskRouter(
            try SampleProviders.settings(port: port),
            keepingTasksIn: try SQLiteTaskStore(file: folder.appending(path: "tasks.sqlite")), over: provider)
        try await ServerProgram([bare(folder), server(api, at: port, isReady: true)], logger: logger).run()
    }

    /// A route that answers with the bytes of a file.
    private static func bare(_ folder: URL, isReady: Bool = false) throws -> Server<ServingContext> {
        let page = ByteBuffer(bytes: try Data(contentsOf: folder.appending(path: "page.json")))
        let bare = Router(context: ServingContext.self)
        bare.get("**") { _, _ in
            Response(
                status: .ok, headers: [.contentType: "application/json; charset=utf-8"],
                body: ResponseBody(byteBuffer: page))
        }
        return server(bare, at: port + 1, isReady: isReady)
    }

    private typealias Server<Context: RequestContext> = HTTPServer<RouterResponder<Context>>
    where Context.Source == ServingContextSource

    private static let logger = {
        var logger = Logger(label: "benchmark")
        logger.logLevel = .error
        return logger
    }()

    private static func server<Context: RequestContext>(
        _ router: Router<Context>, at port: Int, isReady: Bool
    ) -> Server<Context>
    where Context.Source == ServingContextSource {
        HTTPServer(responder: router.buildResponder(), at: ServerAddress(port: port), logger: logger) { _ in
            if isReady { FileHandle.standardOutput.write(Data("ready\n".utf8)) }
        }
    }
}
