// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPServing
import OAuthMessages
import PostgresStorage
import ProgramLifecycle
import TaskService
import TaskServiceCommand

/// The task API, for `Benchmarks/api.py` and `Benchmarks/production.py` to measure.
///
/// `APIBenchmark export FOLDER` writes tokens of many people, their keys, and an empty store. `APIBenchmark serve
/// FOLDER PORT` serves that store to them; at the next port, a bare route answers with the bytes of `page.json`. With
/// `DATABASE CONNECTIONS` at the end, the tasks are in PostgreSQL.
/// `APIBenchmark bare FOLDER PORT` serves the bare route alone, at any path. A server prints its port when it is ready.
@main
struct APIBenchmark {
    static func main() async throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        let port = arguments.count > 2 ? Int(arguments[2]) : nil
        guard arguments.count > 1 else { return usage() }
        let folder = URL(filePath: arguments[1], directoryHint: .isDirectory)
        switch (arguments[0], port) {
        case ("export", _):
            try SampleTokens().write(to: folder)
            _ = try SQLiteTaskStore(file: folder.appending(path: "tasks.sqlite"))
        case ("serve", let port?): try await serve(folder, at: port, keepingTasksIn: store(arguments, in: folder))
        case ("bare", let port?):
            try await ServerProgram([bare(folder, at: port, isReady: true)], logger: logger).run()
        default: usage()
        }
    }

    private static func usage() {
        print("usage: APIBenchmark export|serve|bare FOLDER [PORT [DATABASE CONNECTIONS]]")
    }

    private static func store(_ arguments: [String], in folder: URL) async throws -> any TaskStore {
        guard arguments.count > 4, let connections = Int(arguments[4]) else {
            return try SQLiteTaskStore(file: folder.appending(path: "tasks.sqlite"))
        }
        let database = try PostgresDatabase(
            at: PostgresAddress(Redacted(arguments[3])), limits: PoolLimits(connections: connections), logger: logger)
        try await database.connected()
        return try await PostgresTaskStore(in: database)
    }

    private static func serve(_ folder: URL, at port: Int, keepingTasksIn store: any TaskStore) async throws {
        let provider = SampleProviders(keys: try Data(contentsOf: folder.appending(path: "keys.json")))
        let api = buildTaskRouter(
            try SampleProviders.settings(port: port), keepingTasksIn: store, over: provider)
        try await ServerProgram(
            [bare(folder, at: port + 1), server(api, at: port, isReady: true)], logger: logger
        ).run()
    }

    /// A route that answers with the bytes of a file.
    private static func bare(_ folder: URL, at port: Int, isReady: Bool = false) throws -> Server<ServingContext> {
        let page = ResponseBody(try Data(contentsOf: folder.appending(path: "page.json")))
        let bare = Router(context: ServingContext.self)
        bare.add(middleware: SecurityHeaders())
        bare.get("**") { _, _ in
            Response(
                status: .ok, headers: [.contentType: "application/json; charset=utf-8"],
                body: page)
        }
        return server(bare, at: port, isReady: isReady)
    }

    private typealias Server<Context: RequestContext> = HTTPServer<RouterResponder<Context>>

    private static let logger = {
        var logger = Log("benchmark")
        logger.level = .error
        return logger
    }()

    private static func server<Context: RequestContext>(
        _ router: Router<Context>, at port: Int, isReady: Bool
    ) -> Server<Context> {
        HTTPServer(responder: router.buildResponder(), at: ServerAddress(port: port), logger: logger) { _ in
            if isReady { FileHandle.standardOutput.write(Data("\(port)\n".utf8)) }
        }
    }
}
