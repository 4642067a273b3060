// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPServing
import HTTPTransport
import Hummingbird
import Logging
import NIOCore
import QuickStart
import QuickStartWeb
import WebSignInSQLite

/// The app in a browser, for `Benchmarks/web.py` to measure.
///
/// `WebBenchmark sessions COUNT FOLDER` signs one person in so often at a tenant in process, and writes the sessions,
/// their cookies and one page to a folder. `WebBenchmark app FOLDER GRAPH` serves these sessions, with Graph at another
/// address. At the next port, a bare route answers with the bytes of that page.
@main
struct WebBenchmark {
    static func main() async throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        switch (arguments.first, arguments.count) {
        case ("sessions", 3): try await Sessions(folder: URL(filePath: arguments[2])).make(Int(arguments[1]) ?? 1)
        case ("app", 3): try await serve(URL(filePath: arguments[1]), graph: arguments[2])
        default: print("usage: WebBenchmark sessions COUNT FOLDER | app FOLDER GRAPH")
        }
    }

    private static func serve(_ folder: URL, graph: String) async throws {
        let address = ServerAddress(port: Sessions.port)
        let page = ByteBuffer(bytes: try Data(contentsOf: folder.appending(path: "page.html")))
        let bare = Router(context: ServingContext.self)
        bare.get("/bare") { _, _ in
            Response(
                status: .ok, headers: [.contentType: "text/html; charset=utf-8"], body: ResponseBody(byteBuffer: page))
        }
        var logger = Logger(label: "benchmark")
        logger.logLevel = .warning
        guard let url = URL(string: Sessions.address) else { return }
        try await withSystemTransport { [logger] transport in
            let app = try QuickStartWeb(
                Sessions.settings(tenant: "http://127.0.0.1:4400", graph: graph), at: url,
                keepingIn: SQLiteWebSessionStorage(file: folder.appending(path: "sessions.sqlite")), over: transport)
            let names = ServerNames(address, base: BaseURL(Sessions.address))
            try await ServerProgram(
                [
                    HTTPServer(
                        responder: bare.buildResponder(), at: ServerAddress(port: address.port + 1), logger: logger),
                    HTTPServer(responder: app.router(names).buildResponder(), at: address, logger: logger) { _ in
                        FileHandle.standardOutput.write(Data("ready\n".utf8))
                    },
                ], logger: logger
            ).run()
        }
    }
}
