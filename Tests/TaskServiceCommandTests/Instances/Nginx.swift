// SPDX-License-Identifier: Apache-2.0
import Fixtures

/// nginx with the configuration of `deploy/nginx`, without TLS; it ends with its test.
final class Nginx: Sendable {
    private let process = Process()

    /// Starts it at the ports of browsers and instances for the web app, `web`, and the task API, `tasks`, with files
    /// in `folder`.
    init(web: (port: Int, instances: [Int]), tasks: (port: Int, instances: [Int]), in folder: URL) async throws {
        let place = folder.appending(path: "nginx")
        try FileManager.default.createDirectory(
            at: place.appending(path: "snippets"), withIntermediateDirectories: true)
        // The workers belong to another user.
        for open in [folder, place] {
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: open.path)
        }
        // An unusual port is a part of the host.
        try Self.file("snippets/tessera-proxy.conf").replacing("Host $host;", with: "Host $http_host;")
            .write(to: place.appending(path: "snippets/tessera-proxy.conf"), atomically: true, encoding: .utf8)
        try Self.file("snippets/tessera-log.conf").replacing("/var/log/nginx", with: place.path)
            .write(to: place.appending(path: "snippets/tessera-log.conf"), atomically: true, encoding: .utf8)
        var upstreams = try Self.file("upstreams.conf")
        for (usual, own) in zip([3001, 3002, 4501, 4502], tasks.instances + web.instances) {
            // With the space: a test's port may start with another one's digits.
            upstreams = upstreams.replacing(":\(usual) ", with: ":\(own) ")
        }
        let common = try Self.file("tessera-common.conf").components(separatedBy: "# Requests that name another")[0]
        let sites = try [("tessera-tasks.conf", tasks.port), ("tessera-web.conf", web.port)]
            .map { try Self.site($0, at: $1) }
        let configuration = """
            daemon off; pid \(place.path)/pid; error_log \(place.path)/error.log; worker_processes 1;
            events { worker_connections 1024; }
            http {
            access_log off;
            client_body_temp_path \(place.path)/body; proxy_temp_path \(place.path)/proxy;
            fastcgi_temp_path \(place.path)/f; uwsgi_temp_path \(place.path)/u; scgi_temp_path \(place.path)/s;
            \(([common, upstreams] + sites).joined(separator: "\n"))
            }
            """
        let file = place.appending(path: "nginx.conf")
        try configuration.write(to: file, atomically: true, encoding: .utf8)
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["nginx", "-c", file.path, "-p", place.path]
        process.environment = ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin:/opt/homebrew/bin:/usr/local/bin"]
        process.standardError = FileHandle.nullDevice
        try process.run()
        try await until("nginx listens; see \(place.path)/error.log") {
            try #require(process.isRunning, "nginx ended; 'script/setup-test' installs it on Debian")
            return [web.port, tasks.port].allSatisfy { (try? PlainSocket(connectedTo: $0)) != nil }
        }
    }

    deinit {
        process.terminate()
        process.waitUntilExit()
    }

    private static func file(_ name: String) throws -> String {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        return try String(contentsOf: root.appending(path: "deploy/nginx/\(name)"), encoding: .utf8)
    }

    /// A site for https, without TLS.
    private static func site(_ name: String, at port: Int) throws -> String {
        let server = try #require(try file(name).components(separatedBy: "\nserver {").last)
        let lines = "server {\(server)".split(separator: "\n", omittingEmptySubsequences: false).filter {
            !$0.contains(" ssl_")
        }
        let text = lines.joined(separator: "\n")
        #expect(text.contains("listen 443 ssl http2;"))
        return text.replacing("listen 443 ssl http2;", with: "listen 127.0.0.1:\(port);")
    }
}
