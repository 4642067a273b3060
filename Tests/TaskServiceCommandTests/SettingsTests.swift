// SPDX-License-Identifier: Apache-2.0
import Fixtures
import HTTPServing
import PostgresStorage

@testable import TaskServiceCommand

/// The settings: their sources, and an error for each wrong value.
@Suite struct SettingsTests {
    /// A folder that a test may fill.
    private let temporary = TemporaryFolder()
    private var folder: URL { temporary.url }

    private static let base = [
        "data.folder": "/tmp", "provider.default.issuer": "https://login.example",
        "provider.default.audiences": "api://tasks",
    ]

    private static func setting(_ name: String) throws -> Setting {
        let pattern = name.replacing("provider.default.", with: "provider.NAME.")
        return try #require(Setting.all.first { $0.name == pattern }, "\(name)")
    }

    /// Arguments by setting.
    private static func arguments(_ values: [String: String]) throws -> [String] {
        try ["task-service"]
            + values.sorted { $0.key < $1.key }.map {
                "\(try setting($0).flag.replacing("NAME", with: "default"))=\($1)"
            }
    }

    private static func read(
        _ values: [String: String], _ environment: [String: String] = [:], _ more: [String] = []
    ) throws -> TaskServiceConfiguration {
        let all = base.merging(values) { $1 }.filter { !$0.value.isEmpty || values[$0.key] == nil }
        return try TaskServiceConfiguration(arguments: arguments(all) + more, environment: environment)
    }

    /// The problems of settings; empty if there are none.
    private static func problems(
        _ values: [String: String], _ environment: [String: String] = [:], _ more: [String] = []
    ) throws -> [SettingProblem] {
        do {
            _ = try read(values, environment, more)
            return []
        } catch let error as ConfigurationError {
            return error.problems
        }
    }

    private func file(_ text: String, _ name: String = "settings.json") throws -> String {
        let file = folder.appending(path: name)
        try Data(text.utf8).write(to: file)
        return file.path
    }

    @Test func `three settings suffice`() throws {
        let configuration = try Self.read([:])
        #expect((configuration.address.url, configuration.accepted.count) == ("http://127.0.0.1:3000", 1))
        #expect((configuration.metrics, configuration.drain) == (nil, .zero))
        #expect(configuration.idleTime == .seconds(75))
    }

    /// A wrong value of each setting, and part of its error.
    static let wrong: [(name: String, value: String, text: String)] = [
        ("listen.address", "not an address", "not an address of this machine"),
        ("listen.port", "65536", "not a whole number from 0 to 65535"),
        ("listen.port", "-1", "not a whole number from 0 to 65535"),
        ("listen.port", "http", "not a whole number"),
        ("listen.hosts", "a b", "not a host"),
        ("baseURL", "tasks.example", "not the URL of a server"),
        ("baseURL", "https://tasks.example/path", "without a path"),
        ("proxy.trusted", "perhaps", "neither true nor false"),
        ("tls.certificateFile", "/nowhere/a.pem", "cannot be read"),
        ("tls.keyFile", "/nowhere/a.pem", "cannot be read"),
        ("data.folder", "", "no storage is set"),
        ("database.addressFile", "/nowhere/address", "cannot be read"),
        ("database.connections", "0", "not a whole number from 1 to 500"),
        ("database.connections", "501", "not a whole number from 1 to 500"),
        ("providers", "Work", "invalid or a duplicate"),
        ("providers", "work,work", "invalid or a duplicate"),
        ("provider.default.issuer", "http://login.example", "not an issuer"),
        ("provider.default.issuer", "login.example", "not an issuer"),
        ("provider.default.authority", "https://login.microsoftonline.com/common", "mutually exclusive"),
        ("provider.default.audiences", "", "no audience"),
        ("provider.default.scopeRule", "everyApp", "not one of everyCaller"),
        ("scope", "a b", "a scope has no spaces"),
        ("limits.tasks", "0", "not a whole number from 1 to 10000"),
        ("limits.tasks", "10001", "not a whole number from 1 to 10000"),
        ("limits.requestsPerMinute", "-1", "not a whole number from 0 to 1000000"),
        ("limits.requestsPerMinute", "1000001", "not a whole number from 0 to 1000000"),
        ("cors.origins", "https://app.example/", "not an origin"),
        ("cors.origins", "*", "not an origin"),
        ("limits.contentSeconds", "0", "not a whole number from 1 to 3600"),
        ("limits.idleSeconds", "3601", "not a whole number from 1 to 3600"),
        ("metrics.address", "???", "not an address of this machine"),
        ("metrics.port", "70000", "not a whole number from 0 to 65535"),
        ("log.level", "loud", "not one of trace, debug, info"),
        ("log.format", "xml", "not one of json, text"),
        ("traces.collector", "collector:4318", "not the URL of a collector"),
        ("traces.collector", "http://user:pass@collector:4318", "without a user name"),
        ("shutdown.drainSeconds", "601", "not a whole number from 0 to 600"),
        ("shutdown.limitSeconds", "0", "not a whole number from 1 to 600"),
    ]

    @Test(arguments: wrong.indices) func `a wrong value has its error, with its place`(_ index: Int) throws {
        let (name, value, text) = Self.wrong[index]
        var values = [name: value]
        // Without a port, the metrics' address has no meaning.
        if name == "metrics.address" { values["metrics.port"] = "0" }
        let problems = try Self.problems(values)
        let found = problems.filter { $0.text.contains(text) }
        #expect(found.count == 1, "\(problems)")
        if !value.isEmpty {
            #expect(found.first?.place == (try Self.setting(name).flag.replacing("NAME", with: "default")))
        }
        #expect(found.first?.isOfArguments == false)
    }

    @Test func `every setting has a wrong value in the table`() {
        let names = Set(Self.wrong.map { $0.name.replacing("provider.default.", with: "provider.NAME.") })
        // Another test has the database's address, which no argument carries.
        #expect(names == Set(Setting.all.map(\.name)).subtracting(["database.address"]))
    }

    /// Values just within each limit.
    static let right: [(name: String, value: String)] = [
        ("listen.port", "0"), ("listen.port", "65535"), ("listen.address", "::1"), ("listen.hosts", "a.example,b:81"),
        ("baseURL", "https://tasks.example"), ("proxy.trusted", "true"), ("database.connections", "1"),
        ("database.connections", "500"), ("provider.default.scopeRule", "everyAppButItsOwn"),
        ("provider.default.issuer", "http://127.0.0.1:4400/x"), ("scope", "read"), ("limits.tasks", "1"),
        ("limits.tasks", "10000"), ("limits.contentSeconds", "1"), ("limits.requestsPerMinute", "0"),
        ("cors.origins", "https://app.example,http://localhost:8080"), ("limits.idleSeconds", "3600"),
        ("metrics.port", "65535"), ("log.level", "trace"), ("log.format", "text"),
        ("traces.collector", "https://collector.example/otlp"), ("shutdown.drainSeconds", "600"),
        ("shutdown.limitSeconds", "600"),
    ]

    @Test(arguments: right.indices) func `accepts valid values`(_ index: Int) throws {
        #expect(try Self.problems([Self.right[index].name: Self.right[index].value]).isEmpty)
    }

    @Test func `all problems come at once`() throws {
        let problems = try Self.problems(
            ["listen.port": "x", "log.level": "loud", "provider.default.audiences": ""],
            ["TESSERA_TASKS_LIMITS_TASKS": "none"])
        #expect(
            problems.map(\.name).sorted() == [
                "limits.tasks", "listen.port", "log.level", "provider.default.audiences",
            ])
    }

    @Test func `a flag goes before the environment, and that before the file`() throws {
        let path = try file(#"{"limits":{"tasks":1,"idleSeconds":2,"contentSeconds":3}}"#)
        let environment = ["TESSERA_TASKS_LIMITS_TASKS": "10", "TESSERA_TASKS_LIMITS_IDLE_SECONDS": "20"]
        let configuration = try Self.read(["limits.tasks": "100"], environment, ["--config", path])
        #expect((configuration.maximumTaskCount, configuration.idleTime) == (100, .seconds(20)))
        #expect(configuration.contentDeadline == .seconds(3))
    }

    @Test func `every setting has the same name in all three places`() throws {
        let certificates = try TestCertificate.pair()
        let (certificate, key) = (try file(certificates.0, "c.pem"), try file(certificates.1, "k.pem"))
        let address = try file("postgres://tasks@localhost/tasks", "address")
        let usable: [String: (json: Any, text: String)] = [
            "listen.address": ("::1", "::1"), "listen.port": (81, "81"), "listen.hosts": (["a", "b"], "a,b"),
            "baseURL": ("https://a.example", "https://a.example"), "proxy.trusted": (true, "true"),
            "tls.certificateFile": (certificate, certificate), "tls.keyFile": (key, key),
            "database.addressFile": (address, address),
            "database.connections": (7, "7"), "providers": (["default"], "default"),
            "provider.default.issuer": ("https://i.example", "https://i.example"),
            "provider.default.audiences": (["a", "b"], "a,b"),
            "provider.default.scopeRule": ("everyAppButItsOwn", "everyAppButItsOwn"), "scope": ("s", "s"),
            "limits.tasks": (7, "7"), "limits.requestsPerMinute": (7, "7"),
            "cors.origins": (["https://a.example"], "https://a.example"), "limits.contentSeconds": (7, "7"),
            "limits.idleSeconds": (7, "7"),
            "metrics.address": ("::1", "::1"), "metrics.port": (7, "7"), "log.level": ("debug", "debug"),
            "log.format": ("text", "text"), "traces.collector": ("http://c:1", "http://c:1"),
            "shutdown.drainSeconds": (7, "7"), "shutdown.limitSeconds": (7, "7"),
        ]
        var object: [String: Any] = [:]
        var variables: [String: String] = [:]
        for (name, value) in usable {
            object = Self.setting(value.json, at: name.split(separator: ".").map(String.init)[...], in: object)
            variables[try Self.setting(name).variable.replacing("NAME", with: "DEFAULT")] = value.text
        }
        let path = try file(String(decoding: JSONSerialization.data(withJSONObject: object), as: UTF8.self))
        let expected = usable.mapValues(\.text)
        let arguments = try Self.arguments(expected)
        let readings = try [
            TaskServiceConfiguration(arguments: arguments, environment: [:]),
            TaskServiceConfiguration(arguments: ["task-service"], environment: variables),
            TaskServiceConfiguration(arguments: ["task-service", "--config", path], environment: [:]),
        ]
        for reading in readings { #expect(reading.values == expected) }
    }

    private static func setting(_ value: Any, at name: ArraySlice<String>, in object: [String: Any]) -> [String: Any] {
        guard let first = name.first else { return object }
        var object = object
        object[first] =
            name.count == 1
            ? value : setting(value, at: name.dropFirst(), in: object[first] as? [String: Any] ?? [:])
        return object
    }

    @Test(arguments: [
        (#"{"listen":{"prt":1}}"#, "listen.prt", "did you mean 'listen.port'?"),
        (#"{"provider":{"work":{"isuer":"x"}}}"#, "provider.work.isuer", "did you mean"),
        (#"{"somethingElse":true}"#, "somethingElse", "remove it"),
        (#"{"listen":[1,"a"]}"#, "listen", "unknown setting"),
        (#"["a"]"#, "config", "not a JSON object"),
        (#"{"scope":"#, "config", "not valid JSON"),
    ]) func `an unknown name in the file is an error`(_ text: String, _ name: String, _ message: String) throws {
        let path = try file(text)
        let found = try Self.problems([:], [:], ["--config", path]).filter { $0.name == name }
        #expect(found.first?.text.contains(message) == true, "\(found)")
        #expect(found.count == 1)
    }

    @Test func `a file that is not there is an error`() throws {
        let problems = try Self.problems([:], ["TESSERA_TASKS_CONFIG": "/nowhere/settings.json"])
        #expect(
            problems.map(\.description) == [
                "config, from TESSERA_TASKS_CONFIG: /nowhere/settings.json cannot be read; "
                    + "check the path and its permissions"
            ])
    }

    @Test func `an unknown variable is an error, and those of other programs are not`() throws {
        let problems = try Self.problems(
            [:], ["TESSERA_TASKS_LISTEN_PRT": "1", "TESSERA_HOME": "/tmp", "TESSERA_TASKS_PROVIDER_X_ISSUER": "y"])
        #expect(problems.map(\.name) == ["TESSERA_TASKS_LISTEN_PRT"])
        #expect(problems.first?.text.contains("'TESSERA_TASKS_LISTEN_PORT'") == true)
    }

    @Test(arguments: [
        (["--lissten-port", "1"], "did you mean '--listen-port'?"), (["stray"], "not a flag"),
        (["-p", "1"], "not a flag"),
        (["--config"], "needs a file path"), (["--zzzzzzzzzz"], "unknown flag"),
    ]) func `an unknown argument is an error of the arguments`(_ more: [String], _ text: String) throws {
        let problems = try Self.problems([:], [:], more)
        #expect(problems.first?.text.contains(text) == true, "\(problems)")
        #expect(problems.first?.isOfArguments == true)
    }

    @Test func `no argument carries the address of the database, and no error shows it`() throws {
        let address = "postgres://tasks:hunter2@db/tasks"
        let problems = try Self.problems(["data.folder": "", "database.address": address])
        #expect(problems.map(\.name) == ["database.address"])
        #expect(!"\(ConfigurationError(problems: problems))".contains("hunter2"))
        let arguments = try Self.arguments(Self.base.filter { $0.key != "data.folder" })
        let configuration = try TaskServiceConfiguration(
            arguments: arguments, environment: ["TESSERA_TASKS_DATABASE_ADDRESS": address])
        guard case .database(let found, _) = configuration.store else { throw CocoaError(.formatting) }
        #expect("\(found)".contains("db"))
        #expect(!"\(configuration)".contains("hunter2"))
    }

    @Test func `an address of a database that is none is an error, and is not shown`() throws {
        let arguments = try Self.arguments(Self.base.filter { $0.key != "data.folder" })
        #expect {
            try TaskServiceConfiguration(
                arguments: arguments, environment: ["TESSERA_TASKS_DATABASE_ADDRESS": "hunter2 is no address"])
        } throws: { error in
            guard let problem = (error as? ConfigurationError)?.problems.first else { return false }
            return problem.place == "TESSERA_TASKS_DATABASE_ADDRESS" && !"\(problem)".contains("hunter2")
        }
    }

    @Test func `two places for tasks are mutually exclusive`() throws {
        let problems = try Self.problems([:], ["TESSERA_TASKS_DATABASE_ADDRESS": "postgres://tasks@db/tasks"])
        #expect(problems.map(\.text) == ["data.folder and database.address are mutually exclusive; keep one"])
    }

    @Test func `a certificate needs its own key`() throws {
        let (first, second) = (try TestCertificate.pair(), try TestCertificate.pair())
        let (certificate, key) = (try file(first.0, "c.pem"), try file(second.1, "k.pem"))
        #expect(try Self.problems(["tls.certificateFile": certificate]).map(\.name) == ["tls.keyFile"])
        let other = try Self.problems(["tls.certificateFile": certificate, "tls.keyFile": key])
        #expect(other.map(\.name) == ["tls.certificateFile"])
        #expect(other.first?.text.contains("do not match") == true)
    }
}
