// SPDX-License-Identifier: Apache-2.0
import Fixtures
import Foundation
import PostgresStorage

/// PgBouncer in transaction mode before a server; it ends with ``remove()``, or with the test program.
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
        // When this program ends, the pipe closes, and the shell that reads it kills PgBouncer. PgBouncer inherits the
        // signals that this thread blocks, and would not see SIGTERM.
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
        // Its socket has a file before it listens there.
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
