// SPDX-License-Identifier: Apache-2.0
import ClientCommands
import CommandArguments
import HTTPServing
import HTTPTransport
import PortableFoundation
import ProgramLifecycle
import SignIn

package struct DemoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo", abstract: "Run a local tenant, a task API, and the web app.",
        discussion:
            "Everything stays on this machine. Press Ctrl-C to stop. The next start keeps users and tasks."
    )

    @Option("--port <number>", help: "The tenant's port. 0 picks a free port. Default: 4400, or a free port.")
    var port: Int?

    @Option("--tasks-port <number>", help: "The task API's port. 0 picks a free port. Default: 3000, or a free port.")
    var tasksPort: Int?

    @Option("--web-port <number>", help: "The web app's port. 0 picks a free port. Default: 4500, or a free port.")
    var webPort: Int?

    @Flag("--open", help: "Open the app in a browser.")
    var open = false

    @Option("--data <folder>", help: "The folder for the demo's data.")
    var data: String?

    @OptionGroup var repeating: RepeatOptions
    @OptionGroup var output: JSONOption

    func validate() throws {
        guard data != "" else { throw ValidationError("--data needs a folder name.") }
        try ServerAddressOptions.checkPort(port, of: "--port")
        try ServerAddressOptions.checkPort(tasksPort, of: "--tasks-port")
        try ServerAddressOptions.checkPort(webPort, of: "--web-port")
    }

    func run() async throws {
        let folder = data.map { URL(filePath: $0, directoryHint: .isDirectory).absoluteURL } ?? Folders.demo
        try DemoSettings.checkPlaces(in: folder)
        let lock = try DataFolderLock(folder)
        defer { withExtendedLifetime(lock) {} }
        try await ServerAddress.retrying { try await serve(from: folder) }
        if !output.json { Terminal.note("The demo has stopped.") }
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
                    try? demo.welcome.forEach(Terminal.result)
                }
                if open { await WebAddress.show(web.url) }
            }
            try await ServerProgram(
                try demo.servers(onListening: onListening), logger: ServerLogging.logger("demo")
            ).run()
        }
    }
}

actor Readiness {
    private var missing: Int

    init(of count: Int) { missing = count }

    func isReached() -> Bool {
        missing -= 1
        return missing == 0
    }
}
