// SPDX-License-Identifier: Apache-2.0
import Fixtures
import Foundation
import Testing

/// TLS before a server's Unix socket, in TLS records of up to 16 KiB; PostgreSQL 15 itself sends at most 8 KiB.
///
/// It sends each response at once, as PostgreSQL 17 sends large values. It ends with the test program.
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
