// SPDX-License-Identifier: Apache-2.0
import Fixtures
import HTTPServing
import OAuthMessages
import ProgramLifecycle

@testable import PostgresStorage

/// Passwords and certificates, against a server that demands them.
@Suite(.timeLimit(.minutes(1))) struct ProtectionTests {
    /// A server with a user `ann` with a password, and a certificate for `db.example.com`.
    private func withServer(_ body: (PostgresServer, _ authority: URL) async throws -> Void) async throws {
        let port = try await ServerAddress.reserve().port
        let server = try await PostgresServer(
            port: port, options: ["-c", "fsync=off", "-c", "listen_addresses=127.0.0.1"])
        let authority = try TestCertificate(
            named: "Authority", isAuthority: true, from: Date(timeIntervalSinceNow: -60))
        let certificate = try TestCertificate(
            named: "db.example.com", signedBy: authority, from: Date(timeIntervalSinceNow: -60))
        let root = server.folder.appending(path: "authority.pem")
        try Data(authority.pem.utf8).write(to: root)
        for (name, text) in [("server.crt", try certificate.pem), ("server.key", certificate.privateKeyPEM)] {
            let file = server.folder.appending(path: name)
            try Data(text.utf8).write(to: file)
            try await PostgresServer.run(server.user + ["/bin/cp", file.path, server.file(name).path])
            try await PostgresServer.run(["/bin/chmod", "600", server.file(name).path])
        }
        _ = try await server.sql("CREATE ROLE ann LOGIN PASSWORD 'hunter2'")
        let rules = "local all postgres trust\nlocal all all scram-sha-256\nhostssl all all all scram-sha-256\n"
        try Data(rules.utf8).write(to: server.file("pg_hba.conf"))
        _ = try await server.sql("ALTER SYSTEM SET ssl = on")
        _ = try await server.sql("SELECT pg_reload_conf()")
        try await body(server, root)
        await server.remove()
    }

    private func failure(_ address: String, logger: Log = Log("test")) async throws -> PostgresError? {
        let database = try open(address, PoolLimits(connections: 1), logger: logger)
        defer { Task { await database.close() } }
        do {
            try await database.connected()
            return nil
        } catch let error as PostgresError {
            return error
        }
    }

    @Test func `a wrong password fails at the start, and no error or log line shows a password`() async throws {
        try await withServer { server, _ in
            let log = RecordedLog()
            let address = server.address("user=ann dbname=postgres password=hunter3")
            let error = try #require(try await failure(address, logger: log.logger))
            #expect(error.code == .misconfigured && error.nextAction == .repairStorage)
            #expect(error.message.contains("ann"))
            for text in [error.message, "\(error)", String(reflecting: error), log.lines.joined()] {
                #expect(!text.contains("hunter"))
            }
            #expect(log.lines.joined().contains("PostgreSQL cannot be reached"))
            #expect(try await failure(server.address("user=ann dbname=postgres password=hunter2")) == nil)
        }
    }

    @Test func `a new password is used for the next connection`() async throws {
        try await withServer { server, _ in
            let limits = PoolLimits(connections: 1)
            let database = try open(server.address("user=ann dbname=postgres password=hunter2"), limits)
            try await database.connected()
            _ = try await server.sql("ALTER ROLE ann PASSWORD 'hunter4'")
            database.use(try PostgresAddress(Redacted(server.address("user=ann dbname=postgres password=hunter4"))))
            _ = try await server.sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'ann'")
            while (try? await database.query(.read("SELECT 1"), [], \.count)) != 1 {}
            await database.close()
        }
    }

    @Test func `a server must have a certificate of a known authority, for its own name`() async throws {
        try await withServer { server, authority in
            func address(_ host: String, _ more: String) -> String {
                "host=\(host) hostaddr=127.0.0.1 port=\(server.port) user=ann dbname=postgres password=hunter2 \(more)"
            }
            let verified = "sslmode=verify-full sslrootcert=\(authority.path)"
            #expect(try await failure(address("db.example.com", verified)) == nil)
            let other = try #require(try await failure(address("other.example.com", verified)))
            #expect(other.code == .misconfigured && other.message.contains("does not match host name"))
            let system = "sslmode=verify-full sslrootcert=/etc/ssl/certs/ca-certificates.crt"
            let unknown = try #require(try await failure(address("db.example.com", system)))
            #expect(unknown.code == .misconfigured && unknown.message.contains("certificate"))
        }
    }
}
