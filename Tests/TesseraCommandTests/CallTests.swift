// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPServing
import ProgramLifecycle
import Testing

/// `tessera call` at the demo's task API, of which it knows the address alone, and with wrong input.
@Suite struct CallTests {
    private static let ana = RunningDemo.Visitor(username: "ana.silva@aldervale.example")

    @Test func `the task API leads to the settings of the demo, and its account opens it`() async throws {
        try await RunningDemo.run { demo in
            let tasks = "\(demo.report.tasks)/api/tasks"
            #expect(try await demo.signIn(Self.ana).status == 0)
            let first = try await demo.command.run("call", tasks)
            #expect(first.status == 0 && first.output == "[]", "\(first.output) \(first.error)")

            let added = try await demo.command.run(
                "call", tasks, "-i", "-d", #"{"Text":"Milk"}"#, "-H", "Content-Type: application/json")
            #expect(added.status == 0 && added.error.isEmpty, "\(added.error)")
            #expect(added.output.hasPrefix("HTTP 201\n") && added.output.contains("Milk"), "\(added.output)")
            #expect(!added.output.contains("Bearer"))

            let file = demo.command.home.appending(path: "tasks.json")
            let saved = try await demo.command.run("call", tasks, "-o", file.path)
            #expect(saved.status == 0 && saved.output.isEmpty)
            #expect(try String(contentsOf: file, encoding: .utf8).contains("Milk"))
            let dropped = try await demo.command.run("call", tasks, "-o", "/dev/null")
            #expect(dropped.status == 0 && dropped.output.isEmpty, "\(dropped.error)")
            let shown = try await demo.command.run("call", tasks, "-o", "-")
            #expect(shown.status == 0 && shown.output.contains("Milk"), "\(shown.error)")
            let listed = try await demo.command.run("tasks", "list")
            #expect(listed.output.contains("Milk"), "the account is that of the settings: \(listed.error)")

            let missing = try await demo.command.run("call", tasks, "-X", "DELETE", "-o", "/no/such/folder/a")
            #expect(missing.status == 73 && missing.error.contains("cannot be written"), "\(missing.error)")
        }
    }

    @Test func `an error response is printed, and sets the exit code`() async throws {
        try await RunningDemo.run { demo in
            let outcome = try await demo.command.run("call", "\(demo.report.tasks)/nowhere")
            #expect(outcome.status == 1)
            #expect(!outcome.output.isEmpty)
            #expect(outcome.error.contains("error: the API returned status 404"), "\(outcome.error)")
            let silent = try await demo.command.run("call", "\(demo.report.graph)/me")
            #expect(silent.status == 78, "Graph does not say who issues its tokens: \(silent.error)")
            #expect(silent.error.contains("names no authorization server"))
        }
    }

    /// Longer than what the client holds of a response that does not stream, and than a piece of either side.
    @Test func `contents of any size go to an API and come from it`() async throws {
        let count = 6 << 20
        let (ports, listening) = AsyncStream<Int>.makeStream()
        let router = Router(context: ServingContext.self)
        router.get("large") { _, _ in Response(status: .ok, body: ResponseBody(Array(repeating: 0x61, count: count))) }
        router.put("count") { request, _ in
            var count = 0
            for try await piece in request.body { count += piece.count }
            return "\(count)"
        }
        let server = HTTPServer(
            responder: router.buildResponder(), at: ServerAddress(port: 0), logger: Log("tests")
        ) { listening.yield($0) }
        let end = Ending()
        async let running: Void = server.run(until: end)
        let address = "http://127.0.0.1:\(try #require(await ports.first { _ in true }))"
        try await BuiltCommand.withHome { tessera in
            let file = tessera.home.appending(path: "large")
            #expect(try await tessera.run("call", "\(address)/large", "-o", file.path).status == 0)
            #expect(try Data(contentsOf: file).count == count)
            #expect(try await tessera.run("call", "\(address)/large").output.utf8.count == count)
            let sent = try await tessera.run("call", "\(address)/count", "-T", file.path)
            #expect(sent.status == 0 && sent.output == "\(count)", "\(sent.error)")
        }
        end.request()
        try await running
    }

    private static let nobody = "http://127.0.0.1:1"
    private static let wrong: [(arguments: [String], status: Int32)] = [
        ([], 64), (["ftp://api.example/"], 64), (["http://user:secret@127.0.0.1/"], 64), (["http://"], 64),
        ([nobody, "-X", "no word"], 64), ([nobody, "-H", "no field"], 64),
        ([nobody, "-H", "Authorization: Bearer secret@"], 64), ([nobody, "-d", "@/no/such/file"], 66),
        ([nobody, "--client-id", "a"], 64), ([nobody, "--trust", "nonsense"], 64),
        ([nobody, "--client-metadata", "http://a"], 64), ([nobody, "--client-metadata", "https://me@a/c"], 64),
        ([nobody, "--client-metadata", "https://127%2e1/c"], 64), ([nobody], 69),
    ]

    @Test(arguments: wrong) func `wrong input has an exit code and no output`(
        _ arguments: [String], status: Int32
    ) async throws {
        let outcome = try await BuiltCommand.withHome { try await $0.run(["call"] + arguments) }
        #expect(outcome.status == status, "\(outcome.error)")
        #expect(outcome.output.isEmpty)
        #expect(outcome.error.contains("rror: ") && !outcome.error.contains("secret@"), "\(outcome.error)")
    }

    @Test(arguments: [
        ("https://b\u{FC}cher.example/", "use the ASCII form (xn--…)"), ("http://a b.example", "letters, digits"),
        ("http://user:secret@127.0.0.1/", "remove everything up to the @"), ("https://a.example./", "remove the dot"),
        ("https://[::1%25lo]/", "everything from the %"), ("ftp://a.example", "must begin with http:// or https://"),
    ]) func `a host that cannot be called says what to write`(_ address: String, _ remedy: String) async throws {
        let outcome = try await BuiltCommand.withHome { try await $0.run("call", address) }
        #expect(outcome.status == 64 && outcome.error.contains(remedy), "\(outcome.error)")
    }
}
