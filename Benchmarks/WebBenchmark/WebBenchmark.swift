// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPServing
import HTTPTransport
import ProgramLifecycle
import QuickStart
import QuickStartWeb

/// The app in a browser, for `Benchmarks/web.py` and `Benchmarks/pages.py` to measure.
///
/// `WebBenchmark sessions FOLDER PORT COUNT` signs one person in so often at a tenant in process, and writes the
/// sessions, their cookies and one page to a folder. `WebBenchmark app FOLDER PORT GRAPH` serves these sessions, with
/// Graph at another address. At the next port, a bare route answers with the bytes of that page. With `DATABASE` at the
/// end, the sessions are in PostgreSQL.
@main
struct WebBenchmark {
    static func main() async throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        guard arguments.count >= 4, let port = Int(arguments[2]) else { return usage() }
        let sessions = Sessions(
            folder: URL(filePath: arguments[1]), port: port, database: arguments.count > 4 ? arguments[4] : nil)
        switch (arguments[0], Int(arguments[3])) {
        case ("sessions", let count?): try await sessions.make(count)
        case ("app", _): try await serve(sessions, graph: arguments[3])
        default: usage()
        }
    }

    private static func usage() {
        print("usage: WebBenchmark sessions FOLDER PORT COUNT [DATABASE] | app FOLDER PORT GRAPH [DATABASE]")
    }

    private static func serve(_ sessions: Sessions, graph: String) async throws {
        let address = ServerAddress(port: sessions.port)
        let page = ResponseBody(try Data(contentsOf: sessions.folder.appending(path: "page.html")))
        let bare = Router(context: ServingContext.self)
        bare.get("/bare") { _, _ in
            Response(
                status: .ok, headers: [.contentType: "text/html; charset=utf-8"], body: page)
        }
        var logger = Log("benchmark")
        logger.level = .warning
        guard let url = URL(string: sessions.address) else { return }
        try await withSystemTransport { [logger] transport in
            let app = try QuickStartWeb(
                sessions.settings(tenant: "http://127.0.0.1:4400", graph: graph), at: url,
                keepingIn: await sessions.storage(), over: transport)
            let names = ServerNames(address, base: BaseURL(sessions.address))
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
