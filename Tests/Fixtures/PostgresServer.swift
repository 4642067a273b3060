// SPDX-License-Identifier: Apache-2.0
#if os(macOS) || os(Linux)

/// A PostgreSQL server on a Unix socket in a temporary folder, which ends with the test program; it refuses to run as
/// root, so root starts it as `postgres`.
package final class PostgresServer: Sendable {
    package struct Missing: Error, CustomStringConvertible {
        package let description: String
    }

    package let folder: URL
    private let binaries: URL
    private let options: [String]
    private let running = Mutex<Process?>(nil)
    private let schemas = Mutex(0)

    /// `port`: a free port for TCP; `options`: such as `-c max_connections=10`; throws ``Missing`` without PostgreSQL.
    package init(port: Int = 5432, options: [String] = ["-c", "fsync=off"]) async throws {
        (self.port, self.options) = (port, options)
        (binaries, folder) = (try Self.binaries(), try await Self.newFolder())
        try await Self.run(
            user + [program("initdb"), "-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync"])
        try await start()
    }

    /// A standby that follows a server.
    package init(standbyOf primary: PostgresServer) async throws {
        (port, options) = (primary.port, primary.options)
        (binaries, folder) = (primary.binaries, try await Self.newFolder())
        try await Self.run(
            user + [program("pg_basebackup"), "-D", data, "-d", primary.address(), "-R", "-c", "fast", "--no-sync"])
        try await start()
    }

    /// A socket's path has at most 107 bytes, and temporary folders' paths can be long.
    private static func newFolder() async throws -> URL {
        let folder = URL(filePath: "/tmp/tessera-pg-\(UUID().uuidString.prefix(8))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try await run(["/bin/chmod", "777", folder.path])
        return folder
    }

    deinit { running.withLock { try? ($0?.standardInput as? Pipe)?.fileHandleForWriting.close() } }

    /// Without TCP, it is part of the socket's name.
    package let port: Int

    /// With more parameters such as `user=ann`.
    package func address(_ parameters: String = "user=postgres dbname=postgres") -> String {
        "host=\(folder.path) port=\(port) \(parameters)"
    }

    /// An empty schema, so that tests do not share tables.
    package func emptySchema() async throws -> String {
        let name = schemas.withLock { number in
            number += 1
            return "test\(number)"
        }
        _ = try await sql("CREATE SCHEMA \(name)")
        return address("user=postgres dbname=postgres options='-c search_path=\(name)'")
    }

    /// Runs SQL with `psql`, and returns one row per line; throws `CancellationError`, so that a test's time limit ends
    /// its loops.
    package func sql(_ text: String, in parameters: String = "user=postgres dbname=postgres") async throws -> String {
        try Task.checkCancellation()
        return try await Self.run([
            program("psql"), address(parameters), "--no-psqlrc", "-qAt", "-v", "ON_ERROR_STOP=1", "-c", text,
        ])
    }

    package func start() async throws {
        let server = Process()
        server.executableURL = URL(filePath: "/bin/sh")
        // The end of this program closes the pipe, so the shell stops the server. The shell waits for a file that the
        // server removes, not for the process: while the shell lives, Foundation does not collect the process, and
        // Swift Testing's monitor of exit tests loops without a pause.
        let script = """
            exec 3<&0
            (if read -r signal <&3; then kill "-$signal" $$
            else kill -QUIT $$ && while [ -e \(data)/postmaster.pid ]; do sleep 0.1; done; rm -rf \(folder.path)
            fi 2>/dev/null) &
            exec "$@" 3<&- </dev/null
            """
        server.arguments =
            ["-c", script, "sh"] + user + [program("postgres"), "-D", data, "-k", folder.path]
            + ["-p", "\(port)", "-c", "listen_addresses="] + options
        let log = folder.appending(path: "log")
        if !FileManager.default.fileExists(atPath: log.path) { try Data().write(to: log) }
        let output = try FileHandle(forWritingTo: log)
        try output.seekToEnd()
        server.standardOutput = output
        server.standardError = output
        server.standardInput = Pipe()
        try server.run()
        running.withLock { $0 = server }
        // Crash recovery takes some seconds on a slow machine.
        let end = ContinuousClock.now + .seconds(60)
        while ContinuousClock.now < end, server.isRunning {
            if (try? await sql("SELECT 1")) == "1\n" { return }
        }
        throw Missing(description: "PostgreSQL does not start: see \(folder.path)/log")
    }

    /// `INT` lets transactions end with an error, `QUIT` ends the server like a crash.
    package func stop(_ signal: String = "INT") async {
        let server = running.withLock { running in
            defer { running = nil }
            return running
        }
        guard let server, let input = server.standardInput as? Pipe else { return }
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                try? input.fileHandleForWriting.write(contentsOf: Data("\(signal)\n".utf8))
                server.waitUntilExit()
                continuation.resume()
            }
        }
    }

    package func remove() async {
        await stop("QUIT")
        try? FileManager.default.removeItem(at: folder)
    }

    /// Below the server's data, such as `pg_hba.conf`.
    package func file(_ name: String) -> URL { URL(filePath: data).appending(path: name) }

    package func program(_ name: String) -> String { binaries.appending(path: name).path }

    /// The prefix of a command that runs as the server's user.
    package var user: [String] {
        geteuid() == 0
            ? ["/usr/bin/env", "setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups", "--"] : []
    }

    private var data: String { folder.appending(path: "data").path }

    @discardableResult
    package static func run(_ command: [String]) async throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: command[0])
        process.arguments = Array(command.dropFirst())
        process.currentDirectoryURL = URL(filePath: "/tmp")
        let (status, output) = try await process.runToEnd(readingErrors: true)
        guard status == 0 else { throw Missing(description: "\(command.joined(separator: " ")): \(output)") }
        return output
    }

    private static func binaries() throws -> URL {
        let files = FileManager.default
        let versions = ["/usr/lib/postgresql", "/opt/homebrew/opt", "/usr/local/opt"].flatMap { folder in
            ((try? files.contentsOfDirectory(atPath: folder)) ?? []).sorted().reversed().map { "\(folder)/\($0)/bin" }
        }
        guard let folder = versions.first(where: { files.isExecutableFile(atPath: "\($0)/postgres") }) else {
            throw Missing(description: "no PostgreSQL is here; 'script/setup-test' installs it on Debian")
        }
        return URL(filePath: folder)
    }
}
#endif
