// SPDX-License-Identifier: Apache-2.0
import ClientCommands
import CommandArguments
import Foundation
import HTTPServing
import ProgramLifecycle
import SignIn

/// The command `tessera demo`.
package struct DemoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo", abstract: "Run a local tenant, a task API and the app in a browser.",
        discussion:
            "Everything stays on this machine. Ctrl-C ends it; the people and their tasks are there next time."
    )

    @Option("--port <number>", help: "The tenant's port; 0 takes a free one. Without it: 4400, or a free one.")
    var port: Int?

    @Option("--tasks-port <number>", help: "The task API's port; 0 takes a free one. Without it: 3000, or a free one.")
    var tasksPort: Int?

    @Option(
        "--web-port <number>",
        help: "The port of the app in a browser; 0 takes a free one. Without it: 4500, or a free one.")
    var webPort: Int?

    @Flag("--open", help: "Open the app in the browser.")
    var open = false

    @Option("--data <folder>", help: "Where the demo keeps its data.")
    var data: String?

    @OptionGroup var repeating: RepeatOptions
    @OptionGroup var output: JSONOption

    func validate() throws {
        guard data != "" else { throw ValidationError("--data needs the name of a folder.") }
    }

    func run() async throws {
        let folder = data.map { URL(filePath: $0, directoryHint: .isDirectory).absoluteURL } ?? Folders.demo
        try DemoSettings.checkPlaces(in: folder)
        let lock = try DataFolderLock(folder)
        defer { withExtendedLifetime(lock) {} }
        try await ServerAddress.retrying { try await serve(from: folder) }
        if !output.json { Terminal.note("The demo has ended.") }
    }

    private func serve(from folder: URL) async throws {
        let tenant = try await ServerAddress.reserve(preferred: port ?? DefaultPorts.tenant, orFree: port == nil)
        let tasks = try await ServerAddress.reserve(
            preferred: tasksPort ?? DefaultPorts.tasks, orFree: tasksPort == nil)
        let web = try await WebAddress(loopbackPort: webPort)
        let (json, open) = (output.json, open)
        try await withSystemTransport { transport in
            let demo = try await Demo(
                tenant: tenant, tasks: tasks, web: web, folder: folder, transport: transport, repeating: repeating)
            try demo.settings.write()
            defer { demo.settings.forget() }
            let ready = Readiness(of: Demo.serverCount)
            let onListening: @Sendable () async -> Void = {
                guard await ready.isReached() else { return }
                if json {
                    try? Terminal.json(demo.report)
                } else {
                    demo.welcome.forEach(Terminal.result)
                }
                if open { await WebAddress.show(web.url) }
            }
            try await ServerProgram(
                try demo.servers(onListening: onListening), logger: ServerLogging.logger("demo")
            ).run()
        }
    }
}

/// Counts the servers that listen.
actor Readiness {
    private var missing: Int

    init(of count: Int) {
        missing = count
    }

    /// Records that one server listens; returns whether it was the last one.
    func isReached() -> Bool {
        missing -= 1
        return missing == 0
    }
}
