// SPDX-License-Identifier: Apache-2.0

import Fixtures
import OAuthMessages
import PostgresStorage
import ProgramLifecycle

/// The server of most tests; it ends with the test program.
enum SharedServer {
    private static let starting = Task { try await PostgresServer() }

    static var server: PostgresServer { get async throws { try await starting.value } }

    /// With an empty schema of its own.
    static func database(_ limits: PoolLimits = PoolLimits(connections: 2)) async throws -> PostgresDatabase {
        try await connected(server.emptySchema(), limits)
    }
}

/// Runs `body` while a session of its own holds the lock that a statement asks for, so that the statement waits.
///
/// A lock holds in its database only: give the address of another one.
func whileLocked(by lock: PostgresStatement, at address: String? = nil, _ body: () async throws -> Void) async throws {
    let shared = try await SharedServer.server.address()
    let holder = try open(address ?? shared, PoolLimits(connections: 1))
    try await holder.transaction { transaction in
        _ = try await transaction.query(lock, [], \.count)
        try await body()
    }
    await holder.close()
}

func open(
    _ address: String, _ limits: PoolLimits = PoolLimits(connections: 2), logger: Log = Log("test")
) throws -> PostgresDatabase {
    try PostgresDatabase(at: PostgresAddress(Redacted(address)), limits: limits, logger: logger)
}

/// Connected, so that no statement's wait includes a connection's.
func connected(_ address: String, _ limits: PoolLimits = PoolLimits(connections: 2)) async throws -> PostgresDatabase {
    let database = try open(address, limits)
    try await database.connected()
    return database
}

/// Expects a failure of this kind.
func expect<Value>(
    _ code: PostgresError.Code, sourceLocation: SourceLocation = #_sourceLocation, _ body: () async throws -> Value
) async {
    do {
        _ = try await body()
        Issue.record("it succeeded, and was to be \(code)", sourceLocation: sourceLocation)
    } catch let error as PostgresError {
        #expect(error.code == code, sourceLocation: sourceLocation)
    } catch {
        Issue.record(error, sourceLocation: sourceLocation)
    }
}

final class Shared<Value: Sendable>: Sendable {
    private let value: Mutex<Value>

    init(_ value: Value) { self.value = Mutex(value) }

    var current: Value { value.withLock { $0 } }

    func change(_ change: @Sendable (inout Value) -> Void) { value.withLock { change(&$0) } }
}

/// PgBouncer in transaction mode before a server, until ``remove()`` or the end of the test program.
final class Pooler: Sendable {
    struct Missing: Error, CustomStringConvertible {
        let description = "no PgBouncer is here; 'script/setup-test' installs it on Debian"
    }

    private let process: Process
    private let folder: URL
    let address: String

    init(before server: PostgresServer, database: String) async throws {
        guard
            let program = ["/usr/sbin/pgbouncer", "/opt/homebrew/bin/pgbouncer", "/usr/local/bin/pgbouncer"]
                .first(where: FileManager.default.isExecutableFile)
        else {
            throw Missing()
        }
        folder = URL(filePath: "/tmp/tessera-pgb-\(UUID().uuidString.prefix(8))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try await PostgresServer.run(["/bin/chmod", "777", folder.path])
        let settings = """
            [databases]
            \(database) = host=\(server.folder.path) port=\(server.port) user=postgres
            [pgbouncer]
            listen_port = 6432
            unix_socket_dir = \(folder.path)
            auth_type = any
            pool_mode = transaction
            default_pool_size = 2
            """
        let file = folder.appending(path: "pgbouncer.ini")
        try Data(settings.utf8).write(to: file)
        process = Process()
        // When this program ends, the pipe closes, and the shell that reads it kills PgBouncer, which inherits this
        // thread's blocked signals and would miss SIGTERM.
        let script = """
            exec 3<&0
            (read -r _ <&3; kill -KILL $$; rm -rf \(folder.path)) 2>/dev/null &
            exec "$@" 3<&- </dev/null
            """
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", script, "sh"] + server.user + [program, "-q", file.path]
        process.standardInput = Pipe()
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        address = "host=\(folder.path) port=6432 dbname=\(database) user=postgres"
        // The socket's file exists before it listens.
        while try await !isConnected() { try Task.checkCancellation() }
    }

    private func isConnected() async throws -> Bool {
        let database = try open(address, PoolLimits(connections: 1))
        let isConnected = (try? await database.connected()) != nil
        await database.close()
        return isConnected
    }

    func remove() { try? (process.standardInput as? Pipe)?.fileHandleForWriting.close() }
}

/// A TLS proxy before a server's Unix socket, with records of up to 16 KiB; PostgreSQL 15 sends at most 8 KiB; it
/// forwards each response at once, as PostgreSQL 17 does with large values, and ends with the test program.
final class TLSProxy: Sendable {
    private let process = Process()
    private let folder: URL
    let address: String

    init(before server: PostgresServer) async throws {
        folder = URL(filePath: "/tmp/tessera-tls-\(UUID().uuidString.prefix(8))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let certificate = try TestCertificate(named: "localhost", from: Date(timeIntervalSinceNow: -60))
        let file = folder.appending(path: "certificate.pem")
        try Data((try certificate.pem + "\n" + certificate.privateKeyPEM).utf8).write(to: file)
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [
            "python3", "-c", Self.program, file.path, server.folder.appending(path: ".s.PGSQL.\(server.port)").path,
        ]
        let (input, output) = (Pipe(), Pipe())
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        let port = try #require(await ProgramOutput(of: output).line(), "the proxy, a Python program, does not start")
        address = "host=127.0.0.1 port=\(port) user=postgres dbname=postgres sslmode=require"
    }

    func remove() {
        try? (process.standardInput as? Pipe)?.fileHandleForWriting.close()
        try? FileManager.default.removeItem(at: folder)
    }

    /// A response ends with ReadyForQuery. PostgreSQL §55.7
    private static let program = #"""
        import os, socket, ssl, sys, threading

        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(sys.argv[1])

        def serve(client):
            request = client.recv(8)
            if request[4:] != bytes([4, 210, 22, 47]):
                return client.close()
            client.sendall(b"S")
            client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            client = context.wrap_socket(client, server_side=True)
            server = socket.socket(socket.AF_UNIX)
            server.connect(sys.argv[2])
            threading.Thread(target=respond, args=(server, client), daemon=True).start()
            while data := client.recv(65536):
                server.sendall(data)
            server.shutdown(socket.SHUT_WR)

        def respond(server, client):
            response = b""
            while data := server.recv(1 << 20):
                response += data
                if response[-6:-1] == b"Z\0\0\0\5":
                    client.sendall(response)
                    response = b""
            client.sendall(response)
            client.close()

        listener = socket.create_server(("127.0.0.1", 0))
        print(listener.getsockname()[1], flush=True)
        threading.Thread(target=lambda: (sys.stdin.read(), os._exit(0)), daemon=True).start()
        while True:
            threading.Thread(target=serve, args=(listener.accept()[0],), daemon=True).start()
        """#
}
