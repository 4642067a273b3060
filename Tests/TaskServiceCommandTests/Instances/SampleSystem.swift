// SPDX-License-Identifier: Apache-2.0

import Fixtures
import HTTPServing

final class SampleSystem: Sendable {
    /// The web app's address for browsers.
    let web: String
    let tasks: URL
    let tenant: RunningProgram
    private let database: PostgresServer
    private let instances: (web: [Instance], tasks: [Instance])
    private let nginx: Nginx?

    /// Starts `count` instances of each program, behind nginx if several, with files in `folder`.
    init(_ count: Int, in folder: URL) async throws {
        let database = try await PostgresServer()
        let tenant = try await RunningProgram("tessera", ["tenant", "--port", "0"], in: folder)
        let tenantURL = try tenant.url.absoluteString
        let (webPort, tasksPort) = (try await ServerAddress.reserve().port, try await ServerAddress.reserve().port)
        // A single instance listens where clients connect; before several, nginx does.
        let (web, tasks) = ("http://localhost:\(webPort)", "http://127.0.0.1:\(tasksPort)")
        let secret = folder.appending(path: "database-address")
        try database.address().write(to: secret, atomically: true, encoding: .utf8)
        let settings = try WebSettings(tenantURL, web: web, tasks: tasks, in: folder).arguments
        let taskSettings = try Self.taskSettings(tenantURL, at: tasks, secret, in: folder)
        instances = (
            try await Self.start(count) { port in
                try await RunningProgram(
                    "tessera",
                    [
                        "web", "--port", "\(count == 1 ? webPort : port)", "--base-url", web, "--database", secret.path,
                        "--log-format", "json", "--proxy-trusted",
                    ] + settings, in: folder)
            },
            try await Self.start(count) { port in
                try await RunningProgram(
                    "task-service",
                    ["--config", taskSettings, "--listen-port", "\(count == 1 ? tasksPort : port)"], in: folder)
            }
        )
        nginx =
            count == 1
            ? nil
            : try await Nginx(
                web: (webPort, instances.web.map(\.port)), tasks: (tasksPort, instances.tasks.map(\.port)), in: folder)
        (self.database, self.tenant, self.web) = (database, tenant, web)
        self.tasks = try #require(URL(string: tasks))
    }

    private static func start(
        _ count: Int, _ program: @escaping @Sendable (_ port: Int) async throws -> RunningProgram
    ) async throws -> [Instance] {
        var instances: [Instance] = []
        for _ in 0..<count { instances.append(try await Instance(program)) }
        return instances
    }

    func kill(_ index: Int) async {
        await instances.web[index].kill()
        await instances.tasks[index].kill()
    }

    func bringBack(_ index: Int) async throws {
        try await instances.web[index].bringBack()
        try await instances.tasks[index].bringBack()
    }

    /// Expects a clean exit of each instance.
    func end() async {
        for instance in instances.web + instances.tasks { #expect(await instance.end() == 0) }
        _ = await tenant.end(by: SIGINT)
        await database.remove()
    }

    /// Writes the task API's settings for both kinds of people, and returns the file.
    private static func taskSettings(
        _ tenant: String, at tasks: String, _ secret: URL, in folder: URL
    ) throws -> String {
        let customers: [String: Any] = [
            "audiences": ["5a3f8e0b-6f0d-4c1e-9d57-21b4c8e9a7f3"], "scopeRule": "everyAppButItsOwn",
        ]
        let flow = "c0a7e1d2-94f3-4d6b-8b6e-5f0c3a2e7b18/b2c_1_susi"
        let object: [String: Any] = [
            "baseURL": tasks, "proxy": ["trusted": true], "log": ["format": "json"],
            "database": ["addressFile": secret.path], "providers": ["work", "customers", "customers-tfp"],
            "provider": [
                "work": [
                    "authority": "\(tenant)/common",
                    "audiences": ["api://tasks", "b3f0c6de-52f4-4e0b-8f0d-2a9c7f51d6e4"],
                ],
                "customers": customers.merging(["authority": "\(tenant)/\(flow)"]) { $1 },
                "customers-tfp": customers.merging(["authority": "\(tenant)/tfp/\(flow)"]) { $1 },
            ],
        ]
        let file = folder.appending(path: "task-service.json")
        try JSONSerialization.data(withJSONObject: object).write(to: file)
        return file.path
    }
}

/// One instance at a port, which a test can kill and restart.
actor Instance {
    let port: Int
    private let start: @Sendable (_ port: Int) async throws -> RunningProgram
    private var running: RunningProgram?

    init(_ start: @escaping @Sendable (_ port: Int) async throws -> RunningProgram) async throws {
        port = try await ServerAddress.reserve().port
        self.start = start
        try await bringBack()
    }

    /// Restarts it at its port, and waits for a response.
    func bringBack() async throws {
        let program = try await start(port)
        try #require(program.firstLine.hasPrefix("Listening on "), "\(program.logged)")
        running = program
    }

    /// `kill -9`.
    func kill() async { _ = await running?.end(by: SIGKILL) }

    func end() async -> Int32? { await running?.end() }
}
