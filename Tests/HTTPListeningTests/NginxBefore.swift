// SPDX-License-Identifier: Apache-2.0
#if os(Linux)
import Fixtures

/// nginx before a server, with sockets in a folder, which mark requests by number in `X-Row`, and by target in
/// `X-Target`.
final class NginxBefore: Sendable {
    private let folder = URL(filePath: "/tmp/tessera-nginx-\(UUID().uuidString.prefix(8))")
    private let process = Process()
    private let errors = Pipe()
    private let count: Int

    /// Writes the configuration for the server's `port`, with `count` sockets.
    init(port: Int, count: Int) throws {
        self.count = count
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let servers = (0..<count).map { index in
            """
            server {
                listen unix:\(folder.path)/\(index).sock;
                access_log \(folder.path)/\(index).log passed;
                location / {
                    proxy_pass http://server;
                    proxy_set_header X-Row \(index);
                    proxy_set_header X-Target $request_uri;
                    proxy_set_header Connection "";
                }
            }
            """
        }
        let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
            .map { "\($0)_temp_path \(folder.path)/\($0);" }
        // nginx streams content and keeps connections, so that any difference to the server shows.
        let text = """
            daemon off; worker_processes 1; pid \(folder.path)/pid; error_log \(folder.path)/error.log;
            events {}
            http {
                \(temporary.joined(separator: " "))
                log_format passed $upstream_status;
                client_header_timeout 1s; client_body_timeout 1s; keepalive_timeout 1s; client_max_body_size 0;
                proxy_read_timeout 10s;
                large_client_header_buffers 4 64k;
                upstream server { server 127.0.0.1:\(port); keepalive 4; }
                proxy_http_version 1.1; proxy_request_buffering off; proxy_next_upstream off;
                \(servers.joined(separator: "\n"))
            }
            """
        try text.write(to: folder.appending(path: "conf"), atomically: true, encoding: .utf8)
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["nginx", "-c", folder.appending(path: "conf").path, "-p", folder.path]
        process.environment = ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin"]
        // If this process is killed, nothing must wait for the end of an output shared with nginx.
        process.standardOutput = FileHandle.nullDevice
        process.standardError = errors
    }

    deinit {
        if process.isRunning { process.terminate() }
        try? FileManager.default.removeItem(at: folder)
    }

    private func socket(_ index: Int) -> URL { folder.appending(path: "\(index).sock") }

    /// Starts it, and waits until it listens.
    func start() async throws {
        try process.run()
        try await until { !process.isRunning || (try? PlainSocket(connectedTo: socket(count - 1))) != nil }
        guard process.isRunning else {
            let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            throw Failure(description: "nginx ended; 'script/setup-test' installs it on Debian. \(text)")
        }
    }

    /// The reason for its failure.
    private struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Sends bytes to a socket, and reads until nginx closes.
    func send(_ bytes: [UInt8], to index: Int) async throws {
        let place = socket(index)
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(
                    with: Result {
                        let socket = try PlainSocket(connectedTo: place)
                        do { try socket.write(Data(bytes)) } catch POSIXError.EPIPE, POSIXError.ECONNRESET {}
                        while try socket.read() != nil {}
                    })
            }
        }
    }

    /// Drains nginx, and returns the statuses of the requests that it passed on, by socket.
    func end() async throws -> [[String]] {
        kill(process.processIdentifier, SIGQUIT)
        _ = await process.ended()
        return try (0..<count).map { index in
            try String(contentsOf: folder.appending(path: "\(index).log"), encoding: .utf8)
                .split(separator: "\n").map(String.init).filter { $0 != "-" }
        }
    }
}
#endif
